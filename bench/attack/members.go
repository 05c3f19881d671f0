//go:build linux

package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// memberAttacks come from those who were let in: learners of a class, its teacher, members of a workshop.
func memberAttacks() []attack {
	return []attack{{
		name: "class-strange-messages", about: "learners' messages with versions, counts and hints out of all ranges, for steps and questions that there are not", quick: true,
		do: strangeMessages,
	}, {
		name: "class-forged-acts", about: "learners ask for what only those who teach may do, with their own words, forged ones and those of others", quick: true,
		do: forgedActs,
	}, {
		name: "class-streams-unread", about: "96 streams (server-sent events) of learners that are never read, while they type over POST",
		do: unreadStreams,
	}, {
		name: "class-invitations", about: "an invitation that 48 accept at the same time, and again", quick: true,
		do: replayInvitation,
	}, {
		name: "class-formulas", about: "nicknames that are formulas, markup, or turn the line around, and the tables of results with them", quick: true,
		do: formulaNames,
	}, {
		name: "class-rosters", about: "rosters that are no tables: 100,000 columns, quotes that do not end, half characters, a spreadsheet's file", quick: true,
		do: rosterBombs,
	}, {
		name: "class-courses", about: "ZIP files for a class: bombs, ZIP files in ZIP files, links, 100,000 entries, the same name twice, names with `..`, a directory that is cut", quick: true,
		do: courseBombs,
	}, {
		name: "class-own-pages", about: "pages of a class's own lessons of 2 MB that there are not, from 64 addresses at once", quick: true,
		do: ownPages,
	}, {
		name: "workshop-versions", about: "a presenter's steps with versions, counters, texts and questions out of all ranges", quick: true,
		do: strangeSteps,
	}, {
		name: "workshop-checkpoints", about: "presenters who save 10,000 checkpoints of long texts and views", quick: false,
		do: func(ctx context.Context, a *arena) {
			view := strings.Repeat("v", 60_000)
			a.present(ctx, 8, 60, func(l *live) error {
				if l.length == 0 {
					if err := l.push(l.rewrite(strings.Repeat("x", 100_000)), map[string]any{"view": map[string]any{"v": view}}); err != nil {
						return err
					}
				}
				for range 20 {
					if err := l.push(map[string]any{"checkpoint": "again"}); err != nil {
						return err
					}
				}
				return l.kept()
			})
		},
	}}
}

// talk opens a learner's line, sends messages and hears answers until there are none for a second; it returns them by kind.
func (a *arena) talk(ctx context.Context, s *learnerSeat, client string, messages ...any) map[string]int {
	heard := map[string]int{}
	conn, err := a.line(ctx, s.ip, "class", nil, s.word, client)
	if err != nil {
		if ctx.Err() == nil {
			a.saw("%s", brief(err.Error()))
		}
		return heard
	}
	defer conn.Close()
	go func() {
		for _, m := range messages {
			text, ok := m.(string)
			if !ok {
				text = string(mustJSON(m))
			}
			if conn.WriteMessage(websocket.TextMessage, []byte(text)) != nil {
				return
			}
		}
	}()
	for {
		_ = conn.SetReadDeadline(time.Now().Add(time.Second))
		var m struct{ Kind string }
		if err := conn.ReadJSON(&m); err != nil {
			return heard
		}
		heard[m.Kind]++
	}
}

func mustJSON(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic("BUG: what an attack sends always marshals: " + err.Error())
	}
	return text
}

func strangeMessages(ctx context.Context, a *arena) {
	step := fmt.Sprintf("%q", honestStep)
	messages := []any{
		`{"kind":"draft","step":` + step + `,"version":18446744073709551615,"change":[[0,"x"]]}`, `{"kind":"draft","step":` + step + `,"version":-1,"change":[[0,"x"]]}`,
		`{"kind":"draft","step":` + step + `,"version":1e999,"change":[]}`, `{"kind":"draft","step":` + step + `,"change":[9223372036854775807,[9223372036854775807]]}`,
		`{"kind":"draft","step":` + step + `,"change":null}`, `{"kind":"draft","step":` + step + `}`, `{"kind":"draft","step":` + step + `,"change":[[0,"\ud800"]]}`,
		`{"kind":"tried","step":` + step + `,"status":"pass","passed":-5,"total":-9,"hints":-1}`, `{"kind":"tried","step":` + step + `,"status":"pass","passed":9223372036854775807,"total":9223372036854775807}`,
		`{"kind":"tried","step":` + step + `,"status":"fail","test":"` + strings.Repeat("\\u0000", 500) + `","run":"` + strings.Repeat("r", 300) + `"}`,
		`{"kind":"answered","question":"x","place":"y","right":true,"answer":"` + strings.Repeat("a", 3000) + `"}`, `{"kind":"settled","step":` + step + `,"suggestion":-1,"how":"accepted"}`,
		`{"kind":"settled","step":` + step + `,"suggestion":9223372036854775807,"how":"` + strings.Repeat("h", 2000) + `"}`, `{"kind":"open","step":"../../` + strings.Repeat("x", 3000) + `"}`,
		`{"kind":"watch","seat":"x","step":` + step + `}`, `{"kind":"suggest"}`, `[]`, `null`, `{"kind":["open"]}`, strings.Repeat("[", 4000), "\x00\xff",
	}
	a.inClass(ctx, 24, 60, func(i int, s *learnerSeat) {
		heard := a.talk(ctx, s, fmt.Sprint("c", i), messages...)
		for kind := range heard {
			a.saw("%s", kind)
		}
	})
	a.results(context.WithoutCancel(ctx))
}

// results asks, as the owner, for the results of a new class, which have to be there however strange the others are.
func (a *arena) results(ctx context.Context) {
	c, err := a.makeClass(ctx)
	if err == nil {
		_, err = c.ask(ctx, a, "teach/classes/"+c.id+"/results", nil)
	}
	if err != nil {
		a.fault("expected results for a teacher, found this: %v", err)
	}
}

func forgedActs(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	all := a.learnersOf(ctx, c, 16)
	victim := all[0]
	if victim == nil {
		a.fault("expected a learner in a class, found none")
		return
	}
	id, signature, _ := strings.Cut(victim.word, ".")
	a.repeat(ctx, 15, 60, func(k int) {
		s := all[k+1]
		if s == nil {
			return
		}
		words := []string{s.word, id, id + ".", id + "." + forged(k), id + "x." + signature, strings.ToUpper(victim.word), victim.word + "0", forged(k), ""}
		for _, word := range words {
			for path, body := range map[string]string{
				"do": `{"remove":"` + id + `"}`, "suggest": `{"seat":"` + id + `","step":"` + honestStep + `","base":"","text":"forged"}`, "delete": `{"force":true}`,
				"roster": `{"file":"bmFtZQpB","remove":true}`, "course": `{}`, "withdraw": `{"seat":"` + id + `","step":"` + honestStep + `","suggestion":1}`,
			} {
				r := a.request(http.MethodPost, "teach/classes/"+c.id+"/"+path, []byte(body))
				r.Header.Set("Cookie", teacherCookie+"="+word)
				r.Header.Set("Authorization", "Bearer "+word)
				r.Header.Set("X-Unbox-Class", word)
				a.forbidden(a.send(ctx, s.ip, r))
			}
			for _, path := range []string{"results", "roster.json", "past.json?seat=" + id + "&step=" + honestStep, "course.zip", "results?form=all"} {
				r := a.request(http.MethodGet, "teach/classes/"+c.id+"/"+path, nil)
				r.Header.Set("Cookie", teacherCookie+"="+word)
				r.Header.Set("Authorization", "Bearer "+word)
				a.forbidden(a.send(ctx, s.ip, r))
			}
			if word == s.word {
				continue
			}
			for method, path := range map[string]string{http.MethodPost: "class/forget", http.MethodGet: "class/own.json"} {
				r := a.request(method, path, nil)
				r.Header.Set("X-Unbox-Class", word)
				a.forbidden(a.send(ctx, s.ip, r))
			}
			if ctx.Err() != nil {
				return
			}
		}
	})
	r := a.request(http.MethodGet, "class/own.json", nil)
	r.Header.Set("X-Unbox-Class", victim.word)
	if answer := a.send(context.WithoutCancel(ctx), victim.ip, r); answer == nil || answer.status != http.StatusOK {
		a.fault("expected a learner who is still there, found %s", said(answer))
	}
}

func unreadStreams(ctx context.Context, a *arena) {
	change := strings.Repeat("\x01", 60_000)
	a.inClass(ctx, 24, 20, func(i int, s *learnerSeat) {
		for k := range 4 {
			conn := a.dial(ctx, s.ip)
			if conn == nil {
				return
			}
			defer conn.Close()
			shrink(conn)
			hello := fmt.Sprintf(`{"word":%q,"client":"c%d"}`, s.word, k)
			_, _ = fmt.Fprintf(conn, "POST /class/stream HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", a.server.addr, len(hello), hello)
		}
		open := mustJSON(map[string]any{"kind": "open", "step": honestStep})
		write := mustJSON(map[string]any{"kind": "draft", "step": honestStep, "version": 0, "change": []any{[]any{0, change}}})
		for range 10 {
			var messages []json.RawMessage
			for range 30 {
				messages = append(messages, open)
			}
			body := mustJSON(map[string]any{"word": s.word, "client": "c1", "messages": append(messages, write)})
			answer := a.send(ctx, s.ip, a.request(http.MethodPost, "class/say", body))
			a.polite(answer)
		}
		pause(ctx, 2*time.Second)
	})
}

func replayInvitation(ctx context.Context, a *arena) {
	owner, err := a.owner(ctx)
	if err != nil {
		a.fault("expected an owner, found this: %v", err)
		return
	}
	c := &class{owner: owner}
	text, err := c.ask(ctx, a, "teach/invite", []byte(`{"role":"teacher"}`))
	var link struct{ Word string }
	if err == nil {
		err = json.Unmarshal(text, &link)
	}
	if err != nil || link.Word == "" {
		a.fault("expected an invitation, found %s, %v", text, err)
		return
	}
	var accepted atomic.Int64
	name := rand.Uint32()
	a.repeat(ctx, 48, 6, func(i int) {
		word := []string{link.Word, link.Word, link.Word[1:], link.Word + "x", strings.ToLower(link.Word)}[i%5]
		body := fmt.Appendf(nil, `{"name":"ada-%d-%d","password":"a long password %d","invitation":%q}`, name, i, i, word)
		answer := a.send(ctx, address(i), a.request(http.MethodPost, "teach/accept", body))
		if answer == nil {
			return
		}
		a.saw("%d", answer.status)
		if answer.status == http.StatusOK {
			accepted.Add(1)
		} else if answer.status >= 500 {
			a.fault("expected a refusal, found %s", said(answer))
		}
	})
	if n := accepted.Load(); n > 1 {
		a.fault("expected one account of an invitation, found %d", n)
	}
}

// hostileNames are names that programs take for more than names.
var hostileNames = []string{
	`=HYPERLINK("http://evil.example","x")`, "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1+1", "<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "\u202egnp.exe", "a;=1+1", `","=1+1`, "＝1+1",
}

func formulaNames(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	a.repeat(ctx, len(hostileNames), 12, func(i int) {
		r := a.request(http.MethodPost, "class/join", mustJSON(map[string]string{"code": c.code, "nick": hostileNames[i]}))
		answer := a.send(ctx, address(i), r)
		a.polite(answer)
	})
	quiet := context.WithoutCancel(ctx)
	for _, form := range []string{"long", "wide"} {
		table, err := c.ask(quiet, a, "teach/classes/"+c.id+"/results?form="+form, nil)
		if err != nil {
			a.fault("expected a table, found this: %v", err)
			return
		}
		rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
		if err != nil || len(rows) < 2 {
			a.fault("expected a table with learners, found %d rows, %v", len(rows), err)
		}
		for _, cell := range slices.Concat(rows...) {
			if cell != "" && strings.ContainsAny(cell[:1], "=+@-\t") {
				a.fault("expected no formula in a table, found %q", cell)
			}
		}
	}
	report, err := c.ask(quiet, a, "teach/classes/"+c.id+"/results", nil)
	if err != nil || bytes.Contains(report, []byte("<script")) {
		a.fault("expected results without markup, found %.200s, %v", report, err)
	}
}

// asOwner has the owner send bodies to a class again and again, from one connection each. The server refuses each with a reason.
func (a *arena) asOwner(ctx context.Context, path string, bodies [][]byte) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	a.repeat(ctx, len(bodies), 12, func(i int) {
		r := a.request(http.MethodPost, "teach/classes/"+c.id+"/"+path, bodies[i])
		r.Header.Set("Cookie", c.owner)
		a.polite(a.send(ctx, address(i), r))
	})
	if _, err := c.ask(context.WithoutCancel(ctx), a, "teach/classes/"+c.id+"/results", nil); err != nil {
		a.fault("expected the results of the class, found this: %v", err)
	}
}

func rosterBombs(ctx context.Context, a *arena) {
	var bodies [][]byte
	for _, table := range []string{
		"name" + strings.Repeat(",", 200_000) + "\nA\n", strings.Repeat("name,", 50_000) + "\n" + strings.Repeat("x,", 50_000), "name\n" + strings.Repeat("A\n", 200_000), `name` + "\n" + `"` + strings.Repeat("x\n", 150_000),
		"name\n" + strings.Repeat("\"\"", 150_000) + "\n", "\xff\xfe" + strings.Repeat("\x00\xd8", 150_000), "PK\x03\x04" + strings.Repeat("\x00", 1000), "name\n" + strings.Repeat("x", 400_000), "sep=\"\nname\"A", "",
		"name\n=HYPERLINK(1)\n\u202eA\n" + strings.Repeat("B\x00\n", 100), "name\r" + strings.Repeat("A\r", 100_000), "\xfe\xff\x00",
	} {
		for _, try := range []bool{true, false} {
			bodies = append(bodies, mustJSON(map[string]any{"file": []byte(table), "try": try, "remove": true}))
		}
	}
	a.asOwner(ctx, "roster", bodies)
}

// newCourse writes a correct course, and returns what packs it with more in it, and what removes it.
//
// Errors: it cannot be made.
func (a *arena) newCourse(ctx context.Context) (pack func(more func(z *zip.Writer) error) ([]byte, error), remove func(), err error) {
	base, err := os.MkdirTemp("", "unbox-attack-course-")
	if err != nil {
		return nil, nil, err
	}
	remove = func() { _ = os.RemoveAll(base) } // files may stay in a folder for temporary files
	dir := filepath.Join(base, "course")
	if out, err := exec.CommandContext(ctx, a.options.program("unbox"), "lesson", "new", dir).CombinedOutput(); err != nil {
		remove()
		return nil, nil, fmt.Errorf("lesson new: %w: %s", err, out)
	}
	return func(more func(z *zip.Writer) error) ([]byte, error) {
		var packed bytes.Buffer
		z := zip.NewWriter(&packed)
		err := errors.Join(z.AddFS(os.DirFS(dir)), more(z), z.Close())
		return packed.Bytes(), err
	}, remove, nil
}

func courseBombs(ctx context.Context, a *arena) {
	file := func(name string, n int64) func(z *zip.Writer) error {
		return func(z *zip.Writer) error {
			w, err := z.Create(name)
			if err == nil {
				_, err = io.CopyN(w, zeros{}, n)
			}
			return err
		}
	}
	pack, remove, err := a.newCourse(ctx)
	if err != nil {
		if ctx.Err() == nil {
			a.fault("%v", err)
		}
		return
	}
	defer remove()
	var bodies [][]byte
	for _, more := range []func(z *zip.Writer) error{
		file("01-first-chapter/02-bomb.md", 1<<28), file("../outside.md", 10), file("/etc/x.md", 10), file(`..\x.md`, 10), file("01-first-chapter/../../../x.md", 10), file("CON.md", 10), file("a\x00b.md", 10),
		file(strings.Repeat("d/", 20_000)+"x.md", 10),
		func(z *zip.Writer) error {
			for i := range 25_000 { // as many as fit
				if _, err := z.Create(fmt.Sprintf("%d.md", i)); err != nil {
					return err
				}
			}
			return nil
		},
		func(z *zip.Writer) error {
			return errors.Join(file("01-first-chapter/chapter.md", 10)(z), file("01-first-chapter/chapter.md", 20)(z))
		},
		func(z *zip.Writer) error {
			var inner bytes.Buffer
			y := zip.NewWriter(&inner)
			err := errors.Join(file("01-first-chapter/02-inner.md", 1<<26)(y), y.Close())
			w, failed := z.Create("01-first-chapter/inner.zip")
			if err = errors.Join(err, failed); err == nil {
				_, err = w.Write(inner.Bytes())
			}
			return err
		},
		func(z *zip.Writer) error {
			link := &zip.FileHeader{Name: "01-first-chapter/02-link.md"}
			link.SetMode(fs.ModeSymlink | 0o777)
			w, err := z.CreateHeader(link)
			if err == nil {
				_, err = io.WriteString(w, "/etc/passwd")
			}
			return err
		},
	} {
		course, err := pack(more)
		if err != nil {
			a.fault("%v", err)
			return
		}
		bodies = append(bodies, mustJSON(map[string]any{"name": "c.zip", "file": course, "try": len(bodies)%2 == 0}))
	}
	course, err := pack(func(*zip.Writer) error { return nil })
	if err != nil {
		a.fault("%v", err)
		return
	}
	for _, spoilt := range [][]byte{course[:len(course)/2], course[:len(course)-10], append(bytes.Clone(course[:len(course)-12]), bytes.Repeat([]byte{0xff}, 12)...), []byte("PK\x05\x06" + strings.Repeat("\xff", 18)), bytes.Repeat([]byte("PK\x01\x02"), 400_000)} {
		bodies = append(bodies, mustJSON(map[string]any{"name": "c.zip", "file": spoilt, "try": true}))
	}
	a.asOwner(ctx, "course", bodies)
}

// ownPages gives a class lessons of nearly 2 MB and asks for pages that they do not have.
func ownPages(ctx context.Context, a *arena) {
	pack, remove, err := a.newCourse(ctx)
	if err != nil {
		if ctx.Err() == nil {
			a.fault("%v", err)
		}
		return
	}
	defer remove()
	c, err := a.makeClass(ctx)
	var course []byte
	if err == nil {
		noise := make([]byte, 1_900_000)
		_, _ = rand.NewChaCha8([32]byte{7}).Read(noise) // it never fails
		course, err = pack(func(z *zip.Writer) error {
			w, err := z.CreateHeader(&zip.FileHeader{Name: "picture.bin", Method: zip.Store})
			if err == nil {
				_, err = w.Write(noise)
			}
			return err
		})
	}
	if err == nil {
		_, err = c.ask(ctx, a, "teach/classes/"+c.id+"/course", mustJSON(map[string]any{"name": "c.zip", "file": course}))
	}
	if err != nil {
		if ctx.Err() == nil {
			a.fault("expected a class with lessons of its own, found this: %v", err)
		}
		return
	}
	var k atomic.Int64
	a.repeat(ctx, 400, 100, func(i int) {
		path := fmt.Sprintf("own/%s/first-chapter/step-%d", c.id, k.Add(1))
		answer := a.send(ctx, address(i), a.request(http.MethodGet, path, nil))
		a.polite(answer)
	})
}

func strangeSteps(ctx context.Context, a *arena) {
	steps := []string{
		`{"change":[[0,"x"]]}`, `{"change":[1e999]}`, `{"change":[[0,"\ud800\u0000"]]}`, `{"change":null}`, `{"view":null}`, `{"view":` + strings.Repeat("[", 3000) + strings.Repeat("]", 3000) + `}`,
		`{"checkpoint":"` + strings.Repeat("x", 5000) + `"}`, `{"ask":{"id":-5,"text":"t","kind":"choice","choices":["a","a"]}}`, `{"ask":{"text":"t","kind":"number","choices":null}}`, `{"reveal":{"id":9223372036854775807,"truth":"x"}}`,
		`{"done":-9223372036854775808}`, `{"present":"` + strings.Repeat("A", 12) + `"}`, `{"second":{"member":"../../x","may":true}}`, `{"show":{"member":"","offered":-1,"text":"x"}}`, `{"back":true}`,
		`{"open":{"owner":"x","when":1}}`, `{}`, `{"change":[],"view":{}}`,
	}
	a.repeat(ctx, 16, 60, func(i int) {
		l, err := a.openWorkshop(ctx, address(i))
		if err != nil {
			if ctx.Err() == nil {
				a.saw("%s", brief(err.Error()))
			}
			return
		}
		defer l.conn.Close()
		for k, version := range []string{"1", "0", "18446744073709551615", "18446744073709551616", "-1", "1e999", "1.5", `"1"`} {
			for _, step := range steps {
				text := fmt.Sprintf(`{"kind":"push","version":%s,"steps":[{"counter":%d,"step":%s}]}`, version, []uint64{1, 0, 1<<64 - 1, 2, 7}[(i+k)%5], step)
				if l.conn.WriteMessage(websocket.TextMessage, []byte(text)) != nil {
					a.saw("hung up")
					return
				}
			}
			pause(ctx, 500*time.Millisecond)
		}
		for {
			_ = l.conn.SetReadDeadline(time.Now().Add(time.Second))
			var m workshopMessage
			if l.conn.ReadJSON(&m) != nil {
				return
			}
			a.saw("%s", m.Kind)
		}
	})
}
