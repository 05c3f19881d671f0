// Package visit says who asks, so that visitors can share a server fairly: from which block
// of addresses a request comes, also through proxies, and in which seat of that block. It
// also says by which names the server may be asked.
//
// A block is what one customer of a network usually has: one address of IPv4, 2⁷² of IPv6 (a
// /56). Names that a client thinks up cost nothing, so they count for nothing: a seat is
// signed by the server, and each block gets so many in an hour. All without one share the
// block's empty seat.
package visit
