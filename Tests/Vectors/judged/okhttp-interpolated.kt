const val API_CERTIFICATE_HASH = "uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk="
val p = CertificatePinner.Builder().add("www.example.com", "sha256/$API_CERTIFICATE_HASH").build()
