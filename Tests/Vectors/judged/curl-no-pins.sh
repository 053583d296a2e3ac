curl --pinnedpubkey 'sha256//AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' https://api.example.com/
curl https://www.example.com/
