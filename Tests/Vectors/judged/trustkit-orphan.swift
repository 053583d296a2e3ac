let trustKitConfig: [String: Any] = [
    kTSKPinnedDomains: [
        "www.example.com": [
            kTSKPublicKeyHashes: ["uCmBEo+VKPXfXy2E7AR/uf0QfclKIHKpt8UjSaKFLDk=", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="],
        ],
        "api.example.com": [
            kTSKExcludeSubdomainFromParentPolicy: true,
        ],
    ]
]
TrustKit.initSharedInstance(withConfiguration: trustKitConfig)
