import com.example.net.API_PIN

val pinner = CertificatePinner.Builder()
    .add("www.example.com", API_PIN)
    .add("cdn.example.com", "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    .build()
