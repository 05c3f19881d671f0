package pipe

import (
	"bytes"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/playground/secret"
)

// lossyPair connects two places. Of what is sent to the second one, messages of a kind are lost while a switch is on.
func lossyPair(t *testing.T, kind byte) (a, b *Place, from, to net.Conn, loses *atomic.Bool) {
	t.Helper()
	url, key := natstest.Start(t), secret.New()
	loses = new(atomic.Bool)
	lossy := natstest.Lossy(t, url, func(subject string, contents []byte) bool {
		ofEnd := strings.HasPrefix(subject, prefix) && !strings.HasSuffix(subject, "."+beatName) && len(contents) >= headLength
		return loses.Load() && ofEnd && contents[0] == kind
	})
	a, _ = place(t, url, "a", key)
	b, _ = place(t, lossy, "b", key)
	from, err := a.Dial(t.Context(), "b")
	if err != nil {
		t.Fatal(err)
	}
	if to, err = b.Accept(); err != nil {
		t.Fatal(err)
	}
	return a, b, from, to, loses
}

// TestLastMessageIsLost: the last message is lost, and nothing is sent after it. Both ends are told by the next report.
func TestLastMessageIsLost(t *testing.T) {
	t.Parallel()
	_, _, from, to, loses := lossyPair(t, kindData)
	if _, err := from.Write([]byte("heard")); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(to, make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	loses.Store(true)
	if _, err := from.Write([]byte("not heard")); err != nil {
		t.Fatal(err)
	}
	if _, err := to.Read(make([]byte, 20)); !errors.Is(err, errBroken) {
		t.Errorf("expected a broken connection, found `%v`", err)
	}
	if _, err := from.Read(make([]byte, 1)); err == nil {
		t.Error("expected the sender to be told, found nothing")
	}
}

// TestCreditIsLost: the writer is not told that it may go on. The next report tells it.
func TestCreditIsLost(t *testing.T) {
	t.Parallel()
	_, _, from, to, loses := lossyPair(t, kindCredit)
	loses.Store(true)
	much := bytes.Repeat([]byte("0123456789abcde\n"), window/8) // twice a window
	go func() { _, _ = to.Write(much) }()
	got := make([]byte, len(much))
	if n, err := io.ReadFull(from, got); err != nil || !bytes.Equal(got, much) {
		t.Errorf("expected %d bytes, found %d, `%v`", len(much), n, err)
	}
}

// TestEndIsLost: an end does not hear that the other one was closed. Two reports do not have the connection.
func TestEndIsLost(t *testing.T) {
	t.Parallel()
	_, b, from, to, loses := lossyPair(t, kindEnd)
	loses.Store(true)
	if err := from.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := to.Read(make([]byte, 1)); !errors.Is(err, errBroken) {
		t.Errorf("expected a broken connection, found `%v`", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, e := range b.ends {
		if _, open := e.position(); open {
			t.Errorf("expected no open connection, found %s", id)
		}
	}
}

// TestSilentPlace: a place that reported is gone without a word, like a machine whose power is cut.
func TestSilentPlace(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, conn := place(t, url, "a", key)
	b, _ := place(t, url, "b", key)
	from, err := a.Dial(t.Context(), "b")
	if err != nil {
		t.Fatal(err)
	}
	to, err := b.Accept()
	if err != nil {
		t.Fatal(err)
	}
	a.beat()
	conn.Close()
	if _, err := to.Read(make([]byte, 1)); !errors.Is(err, errBroken) {
		t.Errorf("expected a broken connection, found `%v`", err)
	}
	_ = from
}

// TestReportsLeaveWhatIsWhole: connections on which much is sent, and some on which nothing is, outlast many reports.
func TestReportsLeaveWhatIsWhole(t *testing.T) {
	t.Parallel()
	a, b, from, to := both(t)
	quiet, err := a.Dial(t.Context(), "b")
	if err != nil {
		t.Fatal(err)
	}
	there, err := b.Accept()
	if err != nil {
		t.Fatal(err)
	}
	much := bytes.Repeat([]byte("0123456789abcde\n"), 1<<17)
	go func() {
		_, _ = from.Write(much)
		_ = from.Close()
	}()
	var all []byte
	part := make([]byte, 7777)
	for err == nil {
		var n int
		n, err = to.Read(part)
		all = append(all, part[:n]...)
		a.beat()
		b.beat()
	}
	if !errors.Is(err, io.EOF) || !bytes.Equal(all, much) {
		t.Errorf("expected %d bytes and the end, found %d, `%v`", len(much), len(all), err)
	}
	if _, err := quiet.Write([]byte("x")); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadFull(there, make([]byte, 1)); err != nil {
		t.Error(err)
	}
}
