// Package workshop provides live workshops: one member presents, and everyone who joined sees it. A
// workshop is a board that changes in steps, each with a version. A step is sent to everyone as soon
// as it has its version, and its maker is told when it is safe in the journal. What matters only at
// the moment, such as who is there and where the presenter points, is not stored.
package workshop

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"unbox/classroom/journal"
	"unbox/classroom/line"
	"unbox/internal/harmless"
	"unbox/playground/secret"
)

// Errors when joining.
var (
	// ErrNone means that there is no workshop with a code.
	ErrNone = errors.New("expected the code of a workshop, found one that no workshop has; it may have ended")
	// ErrMember means that a member's word is not valid.
	ErrMember = errors.New("expected a member's own word, found another's; join again")
)

// Servers lets the servers that share a journal exchange messages that are not stored.
type Servers interface {
	// Tell sends all servers a message about a workshop; it may be lost.
	Tell(code string, what []byte)
	// Listen receives the messages of all servers, including this one, about a workshop,
	// until cancel is called.
	Listen(code string, told func([]byte)) (cancel func(), err error)
}

// Options say how workshops are stored.
type Options struct {
	Journal journal.Journal
	// Servers are the servers that share the journal; nil if there is only this
	// one.
	Servers Servers
	Key     secret.Key
	Log     *slog.Logger
	// Keep is the time after which a workshop is deleted; 0 keeps all.
	Keep time.Duration
}

// Hall has all workshops of a server. It is safe for concurrent use.
type Hall struct {
	options Options
	// server is this server's name among those that share the journal.
	server string
	// mu guards places, and is held only briefly: slow operations such as disk access are done
	// under the lock of one place.
	mu     sync.Mutex
	places map[string]*place
	// listing guards the list of all workshops, and known, which has those of them that are known to have begun: they are read once.
	listing sync.Mutex
	known   map[string]bool
	stop    chan struct{}
	once    sync.Once
}

// place holds the room of one code, if it is open. Its lock is held while the room is opened, closed or
// entered.
type place struct {
	mu   sync.Mutex
	room *room
	// users counts the goroutines that hold the lock or wait for it; Hall.mu
	// guards it.
	users int
}

// at locks the place of a code, which may wait for a disk. leave must be called.
func (h *Hall) at(code string) (p *place, leave func()) {
	h.mu.Lock()
	p = h.places[code]
	if p == nil {
		p = new(place)
		h.places[code] = p
	}
	p.users++
	h.mu.Unlock()
	p.mu.Lock()
	return p, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if p.users--; p.users == 0 && p.room == nil {
			delete(h.places, code)
		}
		p.mu.Unlock()
	}
}

// The list of all workshops is a document, too. Codes never contain lower-case
// letters.
const (
	listClass = "workshops"
	listName  = "all"
)

// listed is a line of the list.
type listed struct {
	Code string `json:"code"`
	When int64  `json:"when"`
}

// NewHall opens the workshops of a journal. Old ones, and those that nobody has begun, are deleted once an hour until
// Close.
func NewHall(o Options) *Hall {
	h := &Hall{options: o, server: randomName(), places: map[string]*place{}, known: map[string]bool{}, stop: make(chan struct{})}
	go journal.Expire(h.stop, unbegun, o.Log, "workshops", h.tidy)
	return h
}

// Close stops deleting. The journal stays open.
func (h *Hall) Close() { h.once.Do(func() { close(h.stop) }) }

// unbegun is the time after which a workshop is deleted in which nothing was ever presented. A page presents as soon as it knows the code of
// its workshop, so its answer was lost, or nobody waited for it any more.
const unbegun = time.Hour

// tidy deletes the workshops that were opened before a moment and never begun, and those that are older than Keep, which counts from unbegun
// after that moment.
func (h *Hall) tidy(ctx context.Context, before time.Time) error {
	return h.expire(ctx, func(l listed) (bool, error) {
		if h.options.Keep > 0 && l.When < before.Add(unbegun-h.options.Keep).Unix() {
			return true, nil
		}
		if l.When >= before.Unix() {
			return false, nil
		}
		begun, err := h.begun(ctx, l.Code)
		return !begun, err
	})
}

// begun reports whether somebody is in a workshop, or anything is stored of it but that it was opened. The caller holds listing.
func (h *Hall) begun(ctx context.Context, code string) (bool, error) {
	p, leave := h.at(code)
	open := p.room != nil
	leave()
	if open || h.known[code] {
		return true, nil
	}
	found, err := h.options.Journal.Read(ctx, journal.Document{Class: code, Name: boardName}, 1)
	if err != nil {
		return true, err
	}
	h.known[code] = found.Version() > 1
	return h.known[code], nil
}

// expire deletes the workshops that are over.
func (h *Hall) expire(ctx context.Context, over func(listed) (bool, error)) error {
	h.listing.Lock()
	defer h.listing.Unlock()
	all, version, err := h.list(ctx)
	if err != nil {
		return err
	}
	var stay []listed
	for _, l := range all {
		switch goes, err := over(l); {
		case err != nil:
			return err
		case !goes:
			stay = append(stay, l)
			continue
		}
		if err := h.remove(ctx, l.Code); err != nil {
			return err
		}
		delete(h.known, l.Code)
	}
	if len(stay) == len(all) {
		return nil
	}
	return h.options.Journal.Snapshot(ctx, journal.Document{Class: listClass, Name: listName}, journal.Snapshot{Version: version, Data: line.Of(stay).Text})
}

// remove closes a workshop for everyone and deletes what is stored of it.
func (h *Hall) remove(ctx context.Context, code string) error {
	p, leave := h.at(code)
	defer leave() // no one enters meanwhile
	if r := p.room; r != nil {
		r.end("The workshop has ended, and what was kept of it is deleted.")
		r.drain() // a write after the deletion would create it again
		r.close()
		p.room = nil
	}
	return h.options.Journal.Delete(ctx, journal.Document{Class: code})
}

// list reads the list of all workshops.
func (h *Hall) list(ctx context.Context) (all []listed, version uint64, err error) {
	found, err := h.options.Journal.Read(ctx, journal.Document{Class: listClass, Name: listName}, 0)
	if err != nil {
		return nil, 0, err
	}
	if found.Snapshot.Version > 0 {
		if err := json.Unmarshal(found.Snapshot.Data, &all); err != nil {
			return nil, 0, fmt.Errorf("expected a list of workshops, found something else: %w", err)
		}
	}
	for _, u := range found.Updates {
		var l listed
		if err := json.Unmarshal(u.Data, &l); err != nil {
			return nil, 0, fmt.Errorf("expected a workshop's line, found something else: %w", err)
		}
		all = append(all, l)
	}
	return all, found.Version(), nil
}

// A code has letters and digits that are not mistaken for each other.
const (
	codeLetters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
	codeLength  = 6
)

var codeForm = regexp.MustCompile(`^[` + codeLetters + `]{6}$`)

// Code reads a typed code: case, spaces and dashes do not matter. "" stands for none.
func Code(typed string) string {
	code := strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(typed))
	if !codeForm.MatchString(code) {
		return ""
	}
	return code
}

// opening is the maximum time to wait until a new workshop is stored.
const opening = 15 * time.Second

func newCode() string {
	var b [codeLength]byte
	_, _ = rand.Read(b[:]) // never fails
	for i, c := range b {
		b[i] = codeLetters[int(c)%len(codeLetters)] // the first ones slightly more often: it is not a secret
	}
	return string(b[:])
}

func randomName() string {
	var b [9]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Open begins a workshop. It returns its code and the word that identifies its owner. If it cannot tell them to anybody, because the context is
// done by then, it keeps nothing of the workshop.
//
// Errors: it cannot be written, or that of the context.
func (h *Hall) Open(ctx context.Context) (code, word string, err error) {
	ctx, cancel := context.WithTimeout(ctx, opening)
	defer cancel()
	now := time.Now()
	for {
		code = newCode()
		owner := randomName()
		// The list comes first: a workshop that is not in it would never be deleted. A line without a workshop goes with those that are
		// not begun.
		if err := h.enlist(ctx, listed{code, now.Unix()}); err != nil {
			return "", "", err
		}
		step := line.Of(stamped{Step{Open: &Opening{Owner: owner, When: now.Unix()}}, now.UnixMilli()}).Text
		err := h.options.Journal.Append(ctx, journal.Document{Class: code, Name: boardName}, 0, []journal.Update{{Data: step}})
		var taken *journal.VersionError
		if errors.As(err, &taken) {
			continue
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			h.discard(ctx, code)
			return "", "", err
		}
		return code, h.word(code, owner), nil
	}
}

// discard deletes a workshop that nobody knows. If that fails, it is deleted with those that are not begun.
func (h *Hall) discard(ctx context.Context, code string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), opening)
	defer cancel()
	err := h.expire(ctx, func(l listed) (bool, error) { return l.Code == code, nil })
	if err != nil && !errors.Is(err, journal.ErrClosed) {
		h.options.Log.Warn("a workshop that nobody has begun cannot be deleted now", "reason", err)
	}
}

func (h *Hall) enlist(ctx context.Context, l listed) error {
	h.listing.Lock()
	defer h.listing.Unlock()
	for {
		_, version, err := h.list(ctx)
		if err != nil {
			return err
		}
		err = h.options.Journal.Append(ctx, journal.Document{Class: listClass, Name: listName}, version, []journal.Update{{Data: line.Of(l).Text}})
		var moved *journal.VersionError
		if !errors.As(err, &moved) { // otherwise another server was faster
			return err
		}
	}
}

// word returns the word that identifies a member: the name with its signature.
func (h *Hall) word(code, member string) string {
	return member + "." + h.options.Key.For("workshop").Sign([]byte(code+"/"+member))
}

// member returns the name in a word; a fresh one for the word "".
//
// Errors: ErrMember for a word that this server did not sign.
func (h *Hall) member(code, word string) (string, error) {
	if word == "" {
		return randomName(), nil
	}
	member, signature, _ := strings.Cut(word, ".")
	if !h.options.Key.For("workshop").Check([]byte(code+"/"+member), signature) {
		return "", ErrMember
	}
	return member, nil
}

// Hello is the first message of a client.
type Hello struct {
	// Word is the member's word; "" for someone new.
	Word string `json:"word"`
	// Name is the name that the member has chosen; it is not stored.
	Name string `json:"name"`
	// Client is a random name that each load of a page has. Were are those of earlier loads, whose steps may have arrived without
	// a response.
	Client string   `json:"client"`
	Were   []string `json:"were"`
	// Epoch and Version say what the client has already; "" and 0 for nothing.
	Epoch   string `json:"epoch"`
	Version uint64 `json:"version"`
}

// maxWere is the maximum number of earlier loads of a page in a request.
const maxWere = 8

var clientForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// memberForm is the form of members' names from randomName.
var memberForm = regexp.MustCompile(`^[A-Za-z0-9_-]{12}$`)

func (h *Hello) check() error {
	switch {
	case !clientForm.MatchString(h.Client):
		return errors.New("expected a client's name of 1 to 32 letters and digits, found something else")
	case len(h.Were) > maxWere || slices.ContainsFunc(h.Were, func(c string) bool { return !clientForm.MatchString(c) }):
		return fmt.Errorf("expected at most %d names of clients of before, of 1 to 32 letters and digits, found something else", maxWere)
	}
	if h.Name = harmless.Line(h.Name); utf8.RuneCountInString(h.Name) > maxName {
		return fmt.Errorf("expected a name of at most %d characters, found a longer one", maxName)
	}
	return nil
}

// Enter lets someone into a workshop. The Feed must be closed; word identifies the member
// from now on.
//
// Errors: ErrNone, ErrMember, what is wrong with the first message, or why the workshop cannot
// be read.
func (h *Hall) Enter(ctx context.Context, code string, hello Hello) (feed *Feed, word string, err error) {
	if err := hello.check(); err != nil {
		return nil, "", err
	}
	member, err := h.member(code, hello.Word)
	if err != nil {
		return nil, "", err
	}
	p, leave := h.at(code)
	defer leave()
	if p.room == nil {
		if p.room, err = h.enterRoom(ctx, code); err != nil {
			p.room = nil
			return nil, "", err
		}
	}
	if feed, err = p.room.enter(member, hello); err != nil {
		return nil, "", err
	}
	feed.hall = h
	return feed, h.word(code, member), nil
}

// left closes a room that has become empty.
func (h *Hall) left(r *room) {
	p, leave := h.at(r.code)
	defer leave()
	if p.room == r && r.idle() {
		r.close()
		p.room = nil
	}
}

// Say handles a message of a member who has a Feed elsewhere and sends over a separate connection.
// It returns the response; nil for none.
//
// Errors: as Enter.
func (h *Hall) Say(code, word, client string, text []byte) ([]byte, error) {
	member, err := h.member(code, word)
	if err != nil || word == "" {
		return nil, ErrMember
	}
	if !clientForm.MatchString(client) {
		return nil, errors.New("expected a client's name of 1 to 32 letters and digits, found something else")
	}
	p, leave := h.at(code)
	r := p.room
	leave() // the message may end the workshop, which takes the lock
	if r == nil {
		return nil, ErrNone
	}
	answer, some := h.hear(r, member, client, text)
	switch {
	case some && answer.text == nil:
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.draftOf(member, answer.of), nil
	case some:
		return answer.text, nil
	}
	return nil, nil
}
