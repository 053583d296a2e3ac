NSDictionary *c = @{
    kTSKPinnedDomains: @{
        @"https://www.example.com": @{
            kTSKPublicKeyHashes: @[@"uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=", @"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="],
        },
    }
};
[TrustKit initSharedInstanceWithConfiguration:c];
