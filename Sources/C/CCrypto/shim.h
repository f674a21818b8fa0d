// A hash that is a plain value costs no allocation: fingerprints are often shorter than a block.
// OpenSSL 3 marks these functions as deprecated in favour of contexts that it allocates.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/sha.h>
