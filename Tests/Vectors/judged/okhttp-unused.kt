private const val OLD = "sha256/uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk="
private const val NEW = "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
val pinner = CertificatePinner.Builder().add("www.example.com", NEW).build()
