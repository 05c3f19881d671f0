package visit

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"
)

// Hosts are the host names that a server accepts. A foreign page whose own name points at
// this machine (DNS rebinding) asks by that name, which is not one of them, so it gets
// nothing. Addresses are always allowed, since they cannot be pointed elsewhere.
type Hosts struct {
	// listed are names in lower case, "*.example.org" for all below one, "*" for all.
	listed []string
	// own are this machine's.
	own []string
}

// ParseHosts reads a list of names with commas between them. This machine's own name and
// localhost are allowed without being listed.
//
// Errors: a part that is no name.
func ParseHosts(list string) (*Hosts, error) {
	h := &Hosts{own: []string{"localhost"}}
	for _, part := range parts(list) {
		name := strings.ToLower(strings.TrimSuffix(part, "."))
		if name == "" || strings.ContainsAny(strings.TrimPrefix(name, "*"), "*/:@ ") || strings.HasPrefix(name, "*") && name != "*" && !strings.HasPrefix(name, "*.") {
			return nil, fmt.Errorf("expected names such as `unbox.example.org`, `*.example.org` for all names below one, or `*` for any, without port and `http://`; found `%s`", part)
		}
		h.listed = append(h.listed, name)
	}
	if name, err := os.Hostname(); err == nil && name != "" {
		name = strings.ToLower(name)
		first, _, _ := strings.Cut(name, ".")
		h.own = append(h.own, name, first+".local") // as mDNS calls it in a classroom
	}
	return h, nil
}

// longestHost is the length of the longest Host header: names have at most 253 characters (RFC 1035), and there may be brackets and a port.
// Some answers contain the host, such as QR codes, and what they cost grows with its length: with one of 2,000 letters 14 ms each, with the
// longest name half a millisecond.
const longestHost = 253 + len("[]:65535")

// AnyHost allows all names.
func AnyHost() *Hosts { return &Hosts{listed: []string{"*"}} }

// Allows reports whether a Host header names this server; none that is longer than a host name can be does. There is none in HTTP/1.0, which
// no browser speaks.
func (h *Hosts) Allows(host string) bool {
	if len(host) > longestHost {
		return false
	}
	name := HostName(host)
	if name == "" || isAddress(name) || strings.HasSuffix(name, ".localhost") {
		return true
	}
	for _, own := range h.own {
		if name == own {
			return true
		}
	}
	return h.lists(name)
}

// lists reports whether the list given to the server includes this name.
func (h *Hosts) lists(name string) bool {
	for _, l := range h.listed {
		if l == "*" || covers(l, name) {
			return true
		}
	}
	return false
}

// Own reports whether an Origin header is that of a page of this server, which was asked as
// host. Behind a proxy that asks by another name, the listed names are its own as well; "*"
// lists none.
func (h *Hosts) Own(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	if strings.EqualFold(u.Host, host) {
		return true
	}
	name := HostName(u.Host)
	for _, l := range h.listed {
		if covers(l, name) {
			return true
		}
	}
	return false
}

// HostName is a host without its port, brackets and last dot, in lower case.
func HostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

func isAddress(name string) bool {
	_, err := netip.ParseAddr(name)
	return err == nil
}

// covers reports whether a listed name is this one, or all below one of which this is one.
func covers(listed, name string) bool {
	below, all := strings.CutPrefix(listed, "*.")
	return name == listed || all && strings.HasSuffix(name, "."+below)
}
