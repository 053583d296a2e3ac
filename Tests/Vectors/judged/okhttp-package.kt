import okhttp3.CertificatePinner
val pinner = CertificatePinner.Builder()
    .add("deep.a.b.example.com", "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    .add("com.example.com", "sha256/uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=")
    .build()
