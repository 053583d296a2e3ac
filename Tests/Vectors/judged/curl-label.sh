curl --pinnedpubkey 'sha256:uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=' https://www.example.com/
