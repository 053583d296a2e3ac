import okhttp3.CertificatePinner
val pinner = CertificatePinner.Builder()
    .add("*.example.com", "sha256/uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=")
    .add("*www.example.com", "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    .build()
