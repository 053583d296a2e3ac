extension KnownDomain {
    /// The curves of X9.62 appendix J.5 (prime192v1 and prime256v1 are secp192r1 and secp256r1 of SEC 2), and
    /// GB/T 32918.5 for SM2.
    static let x962Domains: [Row] = [
        // prime192v1
        Row(
            "1.2.840.10045.3.1.1", cofactor: 1,
            """
            fffffffffffffffffffffffffffffffeffffffffffffffff
            fffffffffffffffffffffffffffffffefffffffffffffffc
            64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1
            188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012
            07192b95ffc8da78631011ed6b24cdd573f977a11e794811
            ffffffffffffffffffffffff99def836146bc9b1b4d22831
            """),
        // prime192v2
        Row(
            "1.2.840.10045.3.1.2", cofactor: 1,
            """
            fffffffffffffffffffffffffffffffeffffffffffffffff
            fffffffffffffffffffffffffffffffefffffffffffffffc
            cc22d6dfb95c6b25e49c0d6364a4e5980c393aa21668d953
            eea2bae7e1497842f2de7769cfe9c989c072ad696f48034a
            6574d11d69b6ec7a672bb82a083df2f2b0847de970b2de15
            fffffffffffffffffffffffe5fb1a724dc80418648d8dd31
            """),
        // prime192v3
        Row(
            "1.2.840.10045.3.1.3", cofactor: 1,
            """
            fffffffffffffffffffffffffffffffeffffffffffffffff
            fffffffffffffffffffffffffffffffefffffffffffffffc
            22123dc2395a05caa7423daeccc94760a7d462256bd56916
            7d29778100c65a1da1783716588dce2b8b4aee8e228f1896
            38a90f22637337334b49dcb66a6dc8f9978aca7648a943b0
            ffffffffffffffffffffffff7a62d031c83f4294f640ec13
            """),
        // prime239v1
        Row(
            "1.2.840.10045.3.1.4", cofactor: 1,
            """
            7fffffffffffffffffffffff7fffffffffff8000000000007fffffffffff
            7fffffffffffffffffffffff7fffffffffff8000000000007ffffffffffc
            6b016c3bdcf18941d0d654921475ca71a9db2fb27d1d37796185c2942c0a
            0ffa963cdca8816ccc33b8642bedf905c3d358573d3f27fbbd3b3cb9aaaf
            7debe8e4e90a5dae6e4054ca530ba04654b36818ce226b39fccb7b02f1ae
            7fffffffffffffffffffffff7fffff9e5e9a9f5d9071fbd1522688909d0b
            """),
        // prime239v2
        Row(
            "1.2.840.10045.3.1.5", cofactor: 1,
            """
            7fffffffffffffffffffffff7fffffffffff8000000000007fffffffffff
            7fffffffffffffffffffffff7fffffffffff8000000000007ffffffffffc
            617fab6832576cbbfed50d99f0249c3fee58b94ba0038c7ae84c8c832f2c
            38af09d98727705120c921bb5e9e26296a3cdcf2f35757a0eafd87b830e7
            5b0125e4dbea0ec7206da0fc01d9b081329fb555de6ef460237dff8be4ba
            7fffffffffffffffffffffff800000cfa7e8594377d414c03821bc582063
            """),
        // prime239v3
        Row(
            "1.2.840.10045.3.1.6", cofactor: 1,
            """
            7fffffffffffffffffffffff7fffffffffff8000000000007fffffffffff
            7fffffffffffffffffffffff7fffffffffff8000000000007ffffffffffc
            255705fa2a306654b1f4cb03d6a750a30c250102d4988717d9ba15ab6d3e
            6768ae8e18bb92cfcf005c949aa2c6d94853d0e660bbf854b1c9505fe95a
            1607e6898f390c06bc1d552bad226f3b6fcfe48b6e818499af18e3ed6cf3
            7fffffffffffffffffffffff7fffff975deb41b3a6057c3c432146526551
            """),
        // prime256v1
        Row(
            "1.2.840.10045.3.1.7", cofactor: 1,
            """
            ffffffff00000001000000000000000000000000ffffffffffffffffffffffff
            ffffffff00000001000000000000000000000000fffffffffffffffffffffffc
            5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
            6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296
            4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5
            ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
            """),
        // sm2p256v1
        Row(
            "1.2.156.10197.1.301", cofactor: 1,
            """
            fffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffff
            fffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffc
            28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93
            32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7
            bc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0
            fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123
            """),
    ]
}
