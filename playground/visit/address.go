package visit

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
)

// The headers in which proxies write on whose behalf they ask.
const (
	XForwardedFor = "X-Forwarded-For"
	Forwarded     = "Forwarded" // RFC 7239
)

// Addresses says from where requests come.
type Addresses struct {
	// Trusted are the proxies that are believed. What anyone else writes into
	// headers is ignored.
	Trusted []netip.Prefix
	// Header is the one that these proxies write, XForwardedFor or Forwarded. Only one of
	// them is read, since a proxy that sets one passes the other on from clients.
	Header string
}

// ParseTrusted reads a list of addresses and of blocks such as "10.0.0.0/8", with commas
// between them.
//
// Errors: a part that is neither.
func ParseTrusted(list string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for _, part := range parts(list) {
		if a, err := netip.ParseAddr(part); err == nil {
			a = plain(a)
			all = append(all, netip.PrefixFrom(a, a.BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(part)
		if err != nil {
			return nil, fmt.Errorf("expected addresses or blocks of them such as `10.0.0.0/8,::1`, found `%s`", part)
		}
		all = append(all, p.Masked())
	}
	return all, nil
}

// parts cuts a list at its commas and leaves empty parts out.
func parts(list string) []string {
	var all []string
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// plain makes addresses comparable: no IPv4 inside of IPv6, no zone.
func plain(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

// trusts reports whether an address is that of a trusted proxy.
func (a *Addresses) trusts(address netip.Addr) bool {
	for _, p := range a.Trusted {
		if p.Contains(address) {
			return true
		}
	}
	return false
}

// Of returns the address of a request's visitor; the zero address if the connection has
// none. Each proxy appends who asked it at the right end, so the list is read from there,
// as far as trusted proxies wrote it.
func (a *Addresses) Of(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	address := plain(at.Addr())
	if !a.trusts(address) {
		return address
	}
	hops := a.hops(r)
	for i := len(hops) - 1; i >= 0 && a.trusts(address); i-- {
		if !hops[i].IsValid() {
			break // a name, or nonsense: the proxy that wrote it counts as the visitor
		}
		address = hops[i]
	}
	return address
}

// hops returns what the header says, in its order. Anything that is no address becomes
// the zero address.
func (a *Addresses) hops(r *http.Request) []netip.Addr {
	var all []netip.Addr
	for _, line := range r.Header.Values(a.Header) {
		for part := range strings.SplitSeq(line, ",") {
			if a.Header == Forwarded {
				part = forwardedFor(part)
			}
			all = append(all, hop(strings.TrimSpace(part)))
		}
	}
	return all
}

// forwardedFor returns the value of `for` in an element of a Forwarded header.
func forwardedFor(element string) string {
	for pair := range strings.SplitSeq(element, ";") {
		name, value, _ := strings.Cut(pair, "=")
		if strings.EqualFold(strings.TrimSpace(name), "for") {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

// hop reads an address with or without a port and brackets.
func hop(text string) netip.Addr {
	if at, err := netip.ParseAddrPort(text); err == nil {
		return plain(at.Addr())
	}
	address, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	if err != nil {
		return netip.Addr{}
	}
	return plain(address)
}

// Direct reports whether a connection comes from a visitor and not from a trusted proxy, and
// from which block. remote is as net.Conn has it.
func (a *Addresses) Direct(remote string) (block string, direct bool) {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return "", true
	}
	address := plain(at.Addr())
	return Block(address), !a.trusts(address)
}

// Block returns the block of an address as text: the address itself for IPv4, the first 56
// bits for IPv6, "" for none.
func Block(address netip.Addr) string {
	switch {
	case !address.IsValid():
		return ""
	case address.Is4():
		return address.String()
	}
	p, err := address.Prefix(56)
	if err != nil {
		panic("BUG: addresses of IPv6 have 128 bits: " + err.Error())
	}
	return p.String()
}
