val pinner = CertificatePinner.Builder()
    .add("www.example.com", BuildConfig.API_PIN)
    .add("www.example.com", "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    .build()
