curl --pinnedpubkey 'sha256//uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=' --pinnedpubkey 'sha256//AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' https://www.example.com/
