curl --pinnedpubkey 'sha256//uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=' https://api.example.com/
curl --pinnedpubkey 'sha256//AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' https://www.example.com/
