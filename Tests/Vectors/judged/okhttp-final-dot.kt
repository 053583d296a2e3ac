import okhttp3.CertificatePinner
val pinner = CertificatePinner.Builder()
    .add("*.example.com", "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    .add("example.com.", "sha256/BwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSY=")
    .build()
