val x = a/* .add("www.example.com", "sha256/uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=") */
val p = CertificatePinner.Builder().add("www.example.com", "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").build()
