//go:build linux

package main

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// workshopAttacks are about live workshops, and their stored data.
func workshopAttacks() []attack {
	return []attack{{
		name: "workshop-long-past", about: "64 who come late ask for the whole of a workshop that is as long as one may be; every fourth does not read it", quick: true,
		do: longPast,
	}, {
		name: "workshop-past-forged", about: "others than the presenter ask for a workshop's past, rewrite it and end it, with forged words, codes, versions and clients", quick: true,
		do: forgedPast,
	}, {
		name: "workshop-offers", about: "48 offer drafts that are too long, too often and without being asked, show what was not offered, and take away what is not theirs",
		do: floodOffers,
	}}
}

// live is a member of a workshop.
type live struct {
	code string
	// word identifies the member to the server.
	word string
	conn *websocket.Conn
	// version is that of the newest step, counter that of the last one of this client.
	version, counter uint64
	// length is the length of the text, if no one else writes.
	length int
}

// workshopMessage is what is read of the server's messages.
type workshopMessage struct {
	Kind    string `json:"kind"`
	Word    string `json:"word"`
	Words   string `json:"words"`
	Version uint64 `json:"version"`
}

// openWorkshop opens a workshop and enters it as its presenter.
//
// Errors: the server refuses an honest client.
func (a *arena) openWorkshop(ctx context.Context, ip string) (*live, error) {
	code, word, err := newWorkshop(ctx, a.server.url, ip)
	if err != nil {
		return nil, err
	}
	return a.enterWorkshop(ctx, ip, code, word)
}

// newWorkshop opens a workshop of a server, and returns its code and its presenter's word.
//
// Errors: the server refuses an honest client.
func newWorkshop(ctx context.Context, url, ip string) (code, word string, err error) {
	text, err := newSeat(url, ip).exchange(ctx, http.MethodPost, "workshop", []byte("{}"))
	if err != nil {
		return "", "", err
	}
	var opened struct{ Code, Word string }
	err = json.Unmarshal(text, &opened)
	return opened.Code, opened.Word, err
}

// enterWorkshop enters a workshop, as someone new if the word is "".
//
// Errors: the server refuses the word.
func (a *arena) enterWorkshop(ctx context.Context, ip, code, word string) (*live, error) {
	dialer := websocket.Dialer{NetDialContext: dialerFrom(ip).DialContext, HandshakeTimeout: 10 * time.Second}
	header := http.Header{"Origin": {strings.TrimSuffix(a.server.url, "/")}}
	conn, _, err := dialer.DialContext(ctx, "ws://"+a.server.addr+"/workshop/"+code+"/socket", header)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() }) // the attack is over
	l := &live{code: code, word: word, conn: conn}
	if err := conn.WriteJSON(map[string]string{"client": fmt.Sprintf("c%d", rand.Uint32()), "word": word}); err != nil {
		return nil, err
	}
	for {
		m, err := l.hear()
		switch {
		case err != nil:
			return nil, err
		case m.Kind == "turned away":
			return nil, fmt.Errorf("turned away: %s", m.Words)
		case m.Kind == "admitted":
			l.word = m.Word
		case m.Kind == "welcome":
			l.version = m.Version
			return l, nil
		}
	}
}

// hear reads the next message.
func (l *live) hear() (m workshopMessage, err error) {
	_ = l.conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	err = l.conn.ReadJSON(&m)
	return m, err
}

// push makes steps.
func (l *live) push(steps ...map[string]any) error {
	var all []any
	for _, s := range steps {
		l.counter++
		all = append(all, map[string]any{"counter": l.counter, "step": s})
	}
	err := l.conn.WriteJSON(map[string]any{"kind": "push", "version": l.version, "steps": all})
	l.version += uint64(len(steps))
	return err
}

// rewrite returns the step that replaces the text.
func (l *live) rewrite(text string) map[string]any {
	part := []any{l.length}
	for line := range strings.SplitSeq(text, "\n") {
		part = append(part, line)
	}
	l.length = len(text)
	return map[string]any{"change": []any{part}}
}

// kept waits until everything that was pushed is safe.
//
// Errors: a step is refused, or there is no message for a while.
func (l *live) kept() error {
	for {
		m, err := l.hear()
		switch {
		case err != nil:
			return err
		case m.Kind == "refused" || m.Kind == "error" || m.Kind == "busy":
			return fmt.Errorf("%s: %s", m.Kind, m.Words)
		case m.Kind == "safe" && m.Version >= l.version:
			return nil
		}
	}
}

// pastPath is where the past of a workshop is asked for.
func pastPath(code string) string { return "workshop/" + code + "/past" }

func pastBody(word string) []byte {
	body, err := json.Marshal(map[string]string{"word": word})
	if err != nil {
		panic("BUG: a word always marshals: " + err.Error())
	}
	return body
}

// past asks for all steps of the past, a line for each; size is that of the answer, compressed.
//
// Errors: it is refused, or cannot be read.
func (a *arena) past(ctx context.Context, l *live, ip string) (text []byte, size int, err error) {
	deflated, err := newSeat(a.server.url, ip).exchange(ctx, http.MethodPost, pastPath(l.code), pastBody(l.word))
	if err != nil {
		return nil, 0, err
	}
	text, err = io.ReadAll(flate.NewReader(bytes.NewReader(deflated)))
	return text, len(deflated), err
}

// longPast makes a presenter fill a workshop's past, and many clients ask for
// all of it.
func longPast(ctx context.Context, a *arena) {
	presenter, err := a.openWorkshop(ctx, honestAddress)
	if err != nil {
		a.fault("expected a workshop for somebody honest, found this: %v", err)
		return
	}
	random := rand.NewChaCha8([32]byte{11})
	noise := make([]byte, 45_000)
	for range 32 { // 5.7 MB: a little less than what is kept
		var steps []map[string]any
		for range 4 {
			_, _ = random.Read(noise) // it never fails
			steps = append(steps, presenter.rewrite(base64.StdEncoding.EncodeToString(noise)))
		}
		err := presenter.push(steps...)
		if err == nil {
			err = presenter.kept()
		}
		if err != nil && ctx.Err() == nil {
			a.fault("expected that the presenter's steps are kept, found this: %v", err)
			return
		}
	}
	past, size, err := a.past(ctx, presenter, honestAddress)
	if err != nil && ctx.Err() == nil {
		a.fault("expected the past for the presenter, found this: %v", err)
	}
	a.saw("%d steps in %d KB", bytes.Count(past, []byte("\n")), size>>10)
	late := make([]*live, attackers)
	each(len(late), func(i int) {
		entered, err := a.enterWorkshop(ctx, address(i), presenter.code, "")
		if err != nil && ctx.Err() == nil {
			a.fault("expected that everybody may come, found this: %v", err)
		}
		late[i] = entered
	})
	a.repeat(ctx, len(late), 500, func(i int) {
		switch {
		case late[i] == nil:
		case i%4 == 0:
			a.unreadPast(ctx, late[i], address(i))
		default:
			r := a.request(http.MethodPost, pastPath(presenter.code), pastBody(late[i].word))
			if answer := a.send(ctx, address(i), r); answer != nil && answer.status != http.StatusOK {
				a.polite(answer)
			} else if answer != nil {
				a.saw("all")
			}
		}
	})
}

// unreadPast asks for the past and does not read it.
func (a *arena) unreadPast(ctx context.Context, l *live, ip string) {
	conn := a.dial(ctx, ip)
	if conn == nil {
		return
	}
	defer conn.Close()
	shrink(conn)
	body := pastBody(l.word)
	_, err := fmt.Fprintf(conn, "POST /%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", pastPath(l.code), a.server.addr, len(body), body)
	if err != nil {
		a.saw("hung up")
		return
	}
	pause(ctx, 10*time.Second)
	a.saw("not read")
}

// forgedPast makes many clients try what only members, or only the presenter, may do. The past must
// not change.
func forgedPast(ctx context.Context, a *arena) {
	presenter, err := a.openWorkshop(ctx, honestAddress)
	if err == nil {
		err = presenter.push(presenter.rewrite("[i0]\nfinish(i0)\n"), map[string]any{"checkpoint": "the beginning"})
	}
	if err == nil {
		err = presenter.kept()
	}
	if err != nil {
		a.fault("expected a workshop for somebody honest, found this: %v", err)
		return
	}
	before, _, err := a.past(ctx, presenter, honestAddress)
	if err != nil {
		a.fault("expected the past for the presenter, found this: %v", err)
	}
	other, err := a.openWorkshop(ctx, address(0))
	if err != nil {
		a.fault("expected another workshop, found this: %v", err)
		return
	}
	a.repeat(ctx, 48, 500, func(i int) {
		if i%2 == 0 {
			a.askForged(ctx, presenter, other, i)
		} else {
			a.rewriteForged(ctx, presenter, i)
		}
	})
	// The attack's context is over; whether the past is what it was is asked without it.
	after, _, err := a.past(context.WithoutCancel(ctx), presenter, honestAddress)
	if err != nil || !bytes.Equal(after, before) {
		a.fault("expected the past of before,\n%.300s\nfound this: %.300s %v", before, after, err)
	}
}

// askForged asks for the past with a word that the server did not give for this workshop.
func (a *arena) askForged(ctx context.Context, of, other *live, i int) {
	member, signature, _ := strings.Cut(of.word, ".")
	words := []string{other.word, forged(i), member, member + ".", "." + signature, member + "x." + signature, member + "." + signature[1:], of.word + ".", strings.Repeat("A", 3000)}
	code := of.code
	word := words[i/2%len(words)]
	if i%12 == 0 {
		code, word = other.code, of.word
	}
	answer := a.send(ctx, address(i), a.request(http.MethodPost, pastPath(code), pastBody(word)))
	a.polite(answer)
	if answer != nil && answer.status == http.StatusOK {
		a.fault("expected no past for a forged word, found one with %q", brief(word))
	}
}

// rewriteForged enters as someone else and does what only the presenter may do. Nothing of it is taken.
func (a *arena) rewriteForged(ctx context.Context, of *live, i int) {
	stranger, err := a.enterWorkshop(ctx, address(i), of.code, "")
	if err != nil {
		a.saw("%s", brief(err.Error()))
		return
	}
	defer stranger.conn.Close()
	member, _, _ := strings.Cut(of.word, ".")
	own, _, _ := strings.Cut(stranger.word, ".")
	step := func(version uint64, s any) map[string]any {
		return map[string]any{"kind": "push", "version": version, "steps": []any{map[string]any{"client": member, "counter": 1 + i, "step": s}}}
	}
	view := map[string]any{"view": map[string]any{}}
	for _, m := range []map[string]any{
		step(stranger.version, view), step(0, view), step(1<<63, view), step(stranger.version, map[string]any{"present": own}),
		step(stranger.version, map[string]any{"second": map[string]any{"member": own, "may": true}}),
		step(stranger.version, map[string]any{"open": map[string]any{"owner": own, "when": 1}}),
		step(stranger.version, map[string]any{"change": []any{[]any{0, "forged"}}}),
		step(stranger.version, map[string]any{"version": 1, "at": 1, "board": map[string]any{}}),
		{"kind": "end"}, {"kind": "past"},
	} {
		if err := stranger.conn.WriteJSON(m); err != nil {
			a.saw("hung up")
			return
		}
		if !a.notTaken(ctx, stranger, m) {
			return
		}
	}
}

// notTaken reads until a message is refused, and reports whether more can be sent.
func (a *arena) notTaken(ctx context.Context, l *live, m map[string]any) bool {
	for {
		heard, err := l.hear()
		switch {
		case err != nil:
			if ctx.Err() == nil {
				a.saw("hung up")
			}
			return false
		case heard.Kind == "refused" || heard.Kind == "error" || heard.Kind == "busy":
			a.saw("%s: %s", heard.Kind, brief(heard.Words))
			return true
		case heard.Kind == "steps" || heard.Kind == "ended":
			a.fault("expected that nothing of %v is taken, found `%s`", m, heard.Kind)
			return true
		}
	}
}

// floodOffers has many offer more than they may to a workshop, whose presenter's text stays what it is.
func floodOffers(ctx context.Context, a *arena) {
	presenter, err := a.openWorkshop(ctx, honestAddress)
	if err == nil {
		err = presenter.push(presenter.rewrite("[i0]\nfinish(i0)\n"))
	}
	if err == nil {
		err = presenter.kept()
	}
	if err != nil {
		a.fault("expected a workshop for somebody honest, found this: %v", err)
		return
	}
	before, _, err := a.past(ctx, presenter, honestAddress)
	if err != nil {
		a.fault("expected the past for the presenter, found this: %v", err)
	}
	a.repeat(ctx, 48, 300, func(i int) { a.offerTooMuch(ctx, presenter.code, i) })
	after, _, err := a.past(context.WithoutCancel(ctx), presenter, honestAddress)
	if err != nil || !bytes.Equal(after, before) {
		a.fault("expected the past of before,\n%.300s\nfound this: %.300s %v", before, after, err)
	}
}

// offerTooMuch enters as somebody new, and offers and shows what nobody may.
func (a *arena) offerTooMuch(ctx context.Context, code string, i int) {
	stranger, err := a.enterWorkshop(ctx, address(i), code, "")
	if err != nil {
		a.saw("%s", brief(err.Error()))
		return
	}
	defer stranger.conn.Close()
	own, _, _ := strings.Cut(stranger.word, ".")
	step := func(s any) map[string]any {
		return map[string]any{"kind": "push", "version": stranger.version, "steps": []any{map[string]any{"counter": 1, "step": s}}}
	}
	for _, m := range []map[string]any{
		step(map[string]any{"show": map[string]any{"member": own, "text": "forged"}}), step(map[string]any{"back": true}),
		{"kind": "withdraw", "member": "somebodyelse"}, {"kind": "offer", "text": "not asked for"}, {"kind": "offering"},
		{"kind": "offer", "text": strings.Repeat("x", 100_000)}, {"kind": "offering"}, {"kind": "offer", "text": strings.Repeat("x", 3<<20)},
	} {
		if err := stranger.conn.WriteJSON(m); err != nil {
			a.saw("hung up")
			return
		}
		if m["kind"] != "offering" && !a.notTaken(ctx, stranger, m) {
			return
		}
	}
}
