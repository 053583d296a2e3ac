val pinner = CertificatePinner.Builder()
    .add("*", "sha256/uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=")
    .build()
