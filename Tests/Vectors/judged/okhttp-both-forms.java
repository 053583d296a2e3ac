import okhttp3.CertificatePinner;

final class Pins {
    static final CertificatePinner PINNER = new CertificatePinner.Builder()
        .add("www.example.com", "sha256/uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=")
        .add("www.example.com.", "sha256/BwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSY=")
        .add("api.example.com", "sha256/BwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSY=")
        .add("api.example.com.", "sha256/uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=")
        .build();
}
