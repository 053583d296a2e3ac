initializeSslPinning({
  'www.example.com': { publicKeyHashes: ['uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='] },
  'cdn.example.com': { publicKeyHashes: [process.env.CDN_PIN!, 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='] },
});
