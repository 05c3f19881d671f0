// Package visit identifies clients, so that visitors can share a server fairly: from which
// block of addresses a request comes, even through proxies, and from which seat of that
// block. It also says by which host names the server may be addressed.
//
// A block is what one customer of a network usually has: one IPv4 address, or 2⁷² IPv6
// addresses (a /56). Names that a client invents cost nothing, so they count for nothing: a
// seat is signed by the server, and the number for each block in an hour is limited. Clients
// without one share the block's empty seat.
package visit
