PINS = {
  "www.example.com": ["sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    #"sha256/uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=", see "#12"
  ]}
