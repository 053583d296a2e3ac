pin='uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk='
curl --pinnedpubkey "sha256//$pin" https://www.example.com/
