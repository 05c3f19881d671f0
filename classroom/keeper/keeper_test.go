package keeper

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/school"
	"unbox/internal/cluster"
	"unbox/playground/secret"
)

func options(url string, key secret.Key) Options {
	log := slog.New(slog.DiscardHandler)
	return Options{Cluster: cluster.Config{URL: url, Log: log}, Key: key, Log: log, School: school.Options{Key: key, Log: log}}
}

// TestAnotherKey refuses a server that signs with another key than the one that has the classes.
func TestAnotherKey(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	k, err := New(t.Context(), options(url, key))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	if _, err := k.Where(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := New(t.Context(), options(url, secret.New())); err == nil || !strings.Contains(err.Error(), "expected the same key file on all servers") {
		t.Errorf("expected to be refused, found `%v`", err)
	}
	same, err := New(t.Context(), options(url, key))
	if err != nil {
		t.Fatal(err)
	}
	defer same.Close()
	if place, err := same.Where(t.Context()); err != nil || place.School != nil || place.Server != k.name {
		t.Errorf("expected the classes at the first server, found %+v, %v", place, err)
	}
}

// TestAnswerAboutLeaseIsLost: a server which does not hear that it got the lease takes it all the same, and never believes that the classes
// are at another server of its own name.
func TestAnswerAboutLeaseIsLost(t *testing.T) {
	t.Parallel()
	var lost atomic.Bool
	lossy := natstest.Lossy(t, natstest.Start(t), func(_ string, contents []byte) bool {
		return bytes.HasPrefix(contents, []byte(`{"stream":"`+cluster.LeaseStream+`","seq":`)) && lost.CompareAndSwap(false, true)
	})
	k, err := New(t.Context(), options(lossy, secret.New()))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	place, err := k.Where(t.Context())
	if err != nil || place.School == nil || place.Server != "" {
		t.Errorf("expected the classes at the server, whose name is %q, found %+v, %v", k.name, place, err)
	}
	if !lost.Load() {
		t.Error("expected that the answer is lost, found that it arrived")
	}
}

// TestWorkersReceiveNothingOfClasses has a machine for jobs, with the permissions that docs/security.md gives it, listen while a
// class is written, and try to write.
func TestWorkersReceiveNothingOfClasses(t *testing.T) {
	t.Parallel()
	allowed := &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{"unbox.work.offers.>", "_INBOX.>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}},
	}
	s := natstest.New(t, func(o *server.Options) {
		o.Users = []*server.User{{Username: "unbox", Password: "u"}, {Username: "worker", Password: "w", Permissions: allowed}}
	})
	at := func(user string) string { return strings.Replace(s.ClientURL(), "nats://", "nats://"+user+"@", 1) }
	refused := make(chan error, 10)
	worker, err := nats.Connect(at("worker:w"), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer worker.Close()
	heard := make(chan string, 1000)
	if _, err := worker.Subscribe("_INBOX.>", func(m *nats.Msg) { heard <- string(m.Data) }); err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{"_UNBOX.>", "unbox.>", "$KV.>"} {
		if _, err := worker.Subscribe(subject, func(m *nats.Msg) { heard <- string(m.Data) }); err != nil {
			t.Fatal(err)
		}
		<-refused
	}
	for _, subject := range []string{"unbox.class.0.mark", "unbox.pipe.x.y", "$JS.API.STREAM.DELETE.UNBOX_CLASS_0", "$KV.UNBOX_LEASES.classes"} {
		if err := worker.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
		if err := <-refused; !strings.Contains(err.Error(), "ermission") {
			t.Errorf("%s: expected that it may not, found `%v`", subject, err)
		}
	}
	k, err := New(t.Context(), options(at("unbox:u"), secret.New()))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	place, err := k.Where(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := place.School.NewSecret(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := worker.Flush(); err != nil {
		t.Fatal(err)
	}
	if len(heard) > 0 {
		t.Errorf("expected to hear nothing, found %q", <-heard)
	}
}

// TestFileOutlivesAServer deletes a class at another server than the one that gave its file, which is gone; one that had no file stays.
func TestFileOutlivesAServer(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	here := func() (*Keeper, *school.School) {
		k, err := New(t.Context(), options(url, key))
		if err != nil {
			t.Fatal(err)
		}
		place, err := k.Where(t.Context())
		if err != nil {
			k.Close()
			t.Fatal(err)
		}
		return k, place.School
	}
	first, s := here()
	defer first.Close()
	word, err := s.NewSecret(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	session, err := s.Begin(t.Context(), word, "Grace", "correct horse battery")
	if err != nil {
		t.Fatal(err)
	}
	owner, err := s.Known(session)
	if err != nil {
		t.Fatal(err)
	}
	var classes [2]string
	for i := range classes {
		if classes[i], err = s.Make(t.Context(), owner, school.Settings{Name: "Compilers", Zone: "UTC", Hints: "open", Solutions: "open"}, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SaveArchive(t.Context(), owner, classes[0], io.Discard, false); err != nil {
		t.Fatal(err)
	}
	first.Close()
	second, s := here()
	defer second.Close()
	if err := s.CloseClass(t.Context(), owner, classes[0], false); err != nil {
		t.Errorf("expected that it is deleted, found `%v`", err)
	}
	if err := s.CloseClass(t.Context(), owner, classes[1], false); !errors.Is(err, school.ErrUnsaved) {
		t.Errorf("expected to be refused, found `%v`", err)
	}
}
