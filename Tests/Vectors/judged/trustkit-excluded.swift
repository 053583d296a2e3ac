let c: [String: Any] = [
    kTSKPinnedDomains: [
        "example.com": [
            kTSKIncludeSubdomains: true,
            kTSKPublicKeyHashes: ["uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="],
        ],
        "www.example.com": [
            kTSKExcludeSubdomainFromParentPolicy: true,
            kTSKPublicKeyHashes: ["uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="],
        ],
    ]
]
TrustKit.initSharedInstance(withConfiguration: c)
