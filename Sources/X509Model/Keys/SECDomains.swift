extension KnownDomain {
    /// The curves of SEC 2 version 2.0 section 2 and, for smaller curves, version 1.0.
    static let secDomains: [Row] = [
        // secp112r1
        Row(
            "1.3.132.0.6", cofactor: 1,
            """
            db7c2abf62e35e668076bead208b
            db7c2abf62e35e668076bead2088
            659ef8ba043916eede8911702b22
            09487239995a5ee76b55f9c2f098
            a89ce5af8724c0a23e0e0ff77500
            db7c2abf62e35e7628dfac6561c5
            """),
        // secp112r2
        Row(
            "1.3.132.0.7", cofactor: 4,
            """
            db7c2abf62e35e668076bead208b
            6127c24c05f38a0aaaf65c0ef02c
            51def1815db5ed74fcc34c85d709
            4ba30ab5e892b4e1649dd0928643
            adcd46f5882e3747def36e956e97
            36df0aafd8b8d7597ca10520d04b
            """),
        // secp128r1
        Row(
            "1.3.132.0.28", cofactor: 1,
            """
            fffffffdffffffffffffffffffffffff
            fffffffdfffffffffffffffffffffffc
            e87579c11079f43dd824993c2cee5ed3
            161ff7528b899b2d0c28607ca52c5b86
            cf5ac8395bafeb13c02da292dded7a83
            fffffffe0000000075a30d1b9038a115
            """),
        // secp128r2
        Row(
            "1.3.132.0.29", cofactor: 4,
            """
            fffffffdffffffffffffffffffffffff
            d6031998d1b3bbfebf59cc9bbff9aee1
            5eeefca380d02919dc2c6558bb6d8a5d
            7b6aa5d85e572983e6fb32a7cdebc140
            27b6916a894d3aee7106fe805fc34b44
            3fffffff7fffffffbe0024720613b5a3
            """),
        // secp160k1
        Row(
            "1.3.132.0.9", cofactor: 1,
            """
            fffffffffffffffffffffffffffffffeffffac73
            00
            07
            3b4c382ce37aa192a4019e763036f4f5dd4d7ebb
            938cf935318fdced6bc28286531733c3f03c4fee
            0100000000000000000001b8fa16dfab9aca16b6b3
            """),
        // secp160r1
        Row(
            "1.3.132.0.8", cofactor: 1,
            """
            ffffffffffffffffffffffffffffffff7fffffff
            ffffffffffffffffffffffffffffffff7ffffffc
            1c97befc54bd7a8b65acf89f81d4d4adc565fa45
            4a96b5688ef573284664698968c38bb913cbfc82
            23a628553168947d59dcc912042351377ac5fb32
            0100000000000000000001f4c8f927aed3ca752257
            """),
        // secp160r2
        Row(
            "1.3.132.0.30", cofactor: 1,
            """
            fffffffffffffffffffffffffffffffeffffac73
            fffffffffffffffffffffffffffffffeffffac70
            b4e134d3fb59eb8bab57274904664d5af50388ba
            52dcb034293a117e1f4ff11b30f7199d3144ce6d
            feaffef2e331f296e071fa0df9982cfea7d43f2e
            0100000000000000000000351ee786a818f3a1a16b
            """),
        // secp192k1
        Row(
            "1.3.132.0.31", cofactor: 1,
            """
            fffffffffffffffffffffffffffffffffffffffeffffee37
            00
            03
            db4ff10ec057e9ae26b07d0280b7f4341da5d1b1eae06c7d
            9b2f2f6d9c5628a7844163d015be86344082aa88d95e2f9d
            fffffffffffffffffffffffe26f2fc170f69466a74defd8d
            """),
        // secp224k1
        Row(
            "1.3.132.0.32", cofactor: 1,
            """
            fffffffffffffffffffffffffffffffffffffffffffffffeffffe56d
            00
            05
            a1455b334df099df30fc28a169a467e9e47075a90f7e650eb6b7a45c
            7e089fed7fba344282cafbd6f7e319f7c0b0bd59e2ca4bdb556d61a5
            010000000000000000000000000001dce8d2ec6184caf0a971769fb1f7
            """),
        // secp224r1
        Row(
            "1.3.132.0.33", cofactor: 1,
            """
            ffffffffffffffffffffffffffffffff000000000000000000000001
            fffffffffffffffffffffffffffffffefffffffffffffffffffffffe
            b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4
            b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21
            bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34
            ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d
            """),
        // secp256k1
        Row(
            "1.3.132.0.10", cofactor: 1,
            """
            fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f
            00
            07
            79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
            483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8
            fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141
            """),
        // secp384r1
        Row(
            "1.3.132.0.34", cofactor: 1,
            """
            fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe\
            ffffffff0000000000000000ffffffff
            fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe\
            ffffffff0000000000000000fffffffc
            b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875a\
            c656398d8a2ed19d2a85c8edd3ec2aef
            aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a38\
            5502f25dbf55296c3a545e3872760ab7
            3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c0\
            0a60b1ce1d7e819d7a431d7c90ea0e5f
            ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf\
            581a0db248b0a77aecec196accc52973
            """),
        // secp521r1
        Row(
            "1.3.132.0.35", cofactor: 1,
            """
            01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
            ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
            ffff
            01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
            ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
            fffc
            51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109\
            e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f\
            00
            c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3d\
            baa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd\
            66
            011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e\
            662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd1\
            6650
            01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
            fffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e9138\
            6409
            """),
    ]
}
