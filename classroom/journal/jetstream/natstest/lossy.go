package natstest

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
)

// Lossy returns the address of a proxy to a server that loses some messages on their way to a client, which stays connected, as
// servers of a cluster do when the connection between two of them breaks off. loses says which: it gets the subject and the
// contents, and may be called by several goroutines.
func Lossy(t testing.TB, url string, loses func(subject string, contents []byte) bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go lossy(client, strings.TrimPrefix(url, "nats://"), loses)
		}
	}()
	return "nats://" + l.Addr().String()
}

// lossy forwards data between a client and a server, but for the messages that are lost.
func lossy(client net.Conn, address string, loses func(string, []byte) bool) {
	defer client.Close()
	peer, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer peer.Close()
	go func() {
		_, _ = io.Copy(peer, client) // the other direction ends, too
		_ = peer.Close()
	}()
	from := bufio.NewReader(peer)
	for {
		part, lost, err := nextPart(from, loses)
		if err != nil {
			return
		}
		if lost {
			continue
		}
		if _, err := client.Write(part); err != nil {
			return
		}
	}
}

// nextPart reads one line of what a server says, with the message that it announces: MSG or HMSG, the subject, the subscription, in some
// lines where to answer, and last the length.
func nextPart(from *bufio.Reader, loses func(string, []byte) bool) (part []byte, lost bool, err error) {
	line, err := from.ReadBytes('\n')
	if err != nil {
		return nil, false, err
	}
	words := strings.Fields(string(line))
	if len(words) < 4 || words[0] != "MSG" && words[0] != "HMSG" {
		return line, false, nil
	}
	length, err := strconv.Atoi(words[len(words)-1])
	if err != nil {
		return nil, false, err
	}
	contents := make([]byte, length+len("\r\n"))
	if _, err := io.ReadFull(from, contents); err != nil {
		return nil, false, err
	}
	return append(bytes.Clone(line), contents...), loses(words[1], contents[:length]), nil
}
