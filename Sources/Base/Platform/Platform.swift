// The only file that decides which part of Foundation the programs are linked with: on Linux the
// part that comes without the data of ICU.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
    @_exported public import Glibc
#else
    @_exported public import Foundation
#endif
