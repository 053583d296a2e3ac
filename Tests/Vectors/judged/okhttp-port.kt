import okhttp3.CertificatePinner
val pinner = CertificatePinner.Builder()
    .add("www.example.com:443", "sha256/uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=")
    .build()
