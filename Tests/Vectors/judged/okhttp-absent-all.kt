val pinner = CertificatePinner.Builder()
    .add("www.example.com", "sha256/${BuildConfig.PIN}")
    .add("example.org", "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    .build()
