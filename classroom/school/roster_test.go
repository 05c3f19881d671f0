package school

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// asUTF16 writes a text as a spreadsheet's "Unicode text" does.
func asUTF16(text string) string {
	out := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return string(out)
}

// TestReadRoster reads the tables that other programs write.
func TestReadRoster(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, file, encoding string
		people               []Person
	}{
		{"GitHub Classroom", "\"identifier\",\"github_username\",\"github_id\",\"name\"\n\"s1\",\"ada\",\"77\",\"Ada Lovelace\"\n\"s2\",\"\",\"\",\"\"\n", "UTF-8",
			[]Person{{ID: "s1", Name: "Ada Lovelace", GitHub: "ada"}, {ID: "s2", Name: "s2"}}},
		{"Moodle", "First name,Last name,ID number,Email address,Groups\nÅsa,Öberg,00017,asa@example.org,A\n", "UTF-8",
			[]Person{{ID: "00017", Name: "Åsa Öberg", Email: "asa@example.org", Section: "A"}}},
		{"Canvas", "Student,ID,SIS User ID,SIS Login ID,Section,Essay (12)\n    Points Possible,,,,,10\n\"Lovelace, Ada\",991,S-1,ada,CS 1,9\n", "UTF-8",
			[]Person{{ID: "S-1", Name: "Lovelace, Ada", Login: "ada", SIS: "S-1", Canvas: "991", Section: "CS 1"}}},
		{"semicolons and a mark", "\ufeffMatrikelnummer;Nachname;Vorname;E-Mail\r\n17;Müller;Jörg;j@example.org\r\n\r\n;;;\r\n", "UTF-8",
			[]Person{{ID: "17", Name: "Jörg Müller", Email: "j@example.org"}}},
		{"UTF-16 and tabs", asUTF16("id\tname\n1\tŁucja 🦊\n"), "UTF-16", []Person{{ID: "1", Name: "Łucja 🦊"}}},
		{"lines of old Macs", "id,name\r1,Ada\r2,Ben\r", "UTF-8", []Person{{ID: "1", Name: "Ada"}, {ID: "2", Name: "Ben"}}},
		{"Windows-1252", "id,name\n1,J\xf6rg \x8a\n", "Windows-1252", []Person{{ID: "1", Name: "Jörg Š"}}},
		{"names", "Ada Lovelace\n\n  Grace   Hopper \n", "UTF-8", []Person{{ID: "Ada Lovelace", Name: "Ada Lovelace"}, {ID: "Grace Hopper", Name: "Grace Hopper"}}},
		{"lines and quotes in cells", "id,name\n1,\"Ada \"\"the first\"\"\n  Lovelace\"\n2,\"a;b\"\n", "UTF-8", []Person{{ID: "1", Name: `Ada "the first" Lovelace`}, {ID: "2", Name: "a;b"}}},
		{"a spreadsheet's first line", "sep=;\nid;name\n1;a,b,c,d\n", "UTF-8", []Person{{ID: "1", Name: "a,b,c,d"}}},
		{"what cannot be seen", "id,name\n1,A\u202e\u0007da\u200b\n", "UTF-8", []Person{{ID: "1", Name: "Ada"}}},
		{"what this program wrote", "id,name\n'-7,'=1+1\n2,'tis\n", "UTF-8", []Person{{ID: "-7", Name: "=1+1"}, {ID: "2", Name: "'tis"}}},
		{"Moodle, where nobody has an ID number", "First name,Last name,ID number,Institution,Department,Email address,Last downloaded from this course\nAda,Lovelace,,,,ada@x.org,1\nBen,B,,,,ben@x.org,1\n", "UTF-8",
			[]Person{{ID: "ada@x.org", Name: "Ada Lovelace", Email: "ada@x.org"}, {ID: "ben@x.org", Name: "Ben B", Email: "ben@x.org"}}},
		{"Moodle in German", "Vorname;Nachname;ID-Nummer;E-Mail-Adresse\nAda;L;7;a@x.org\n", "UTF-8", []Person{{ID: "7", Name: "Ada L", Email: "a@x.org"}}},
		{"Canvas, with rows about assignments and a student for tests", "Student,ID,SIS User ID,SIS Login ID,Section,Essay (12)\n,,,,,Manual Posting\n    Points Possible,,,,,10\n\"Lovelace, Ada\",991,S-1,ada,CS 1,9\n\"Student, Test\",992,,a1b2,CS 1,9\n", "UTF-8",
			[]Person{{ID: "S-1", Name: "Lovelace, Ada", Login: "ada", SIS: "S-1", Canvas: "991", Section: "CS 1"}, {ID: "992", Name: "Student, Test", Login: "a1b2", Canvas: "992", Section: "CS 1"}}},
		{"more commas than semicolons", "Nachname, Vorname;Matrikelnummer;Note (1,0 bis 5,0)\nMüller, Jörg;17;1,3\n", "UTF-8", []Person{{ID: "17", Name: "Müller, Jörg"}}},
		{"as many commas as semicolons", "Name, Vorname;Matrikelnummer\nMüller, Jörg;17\n", "UTF-8", []Person{{ID: "17", Name: "Müller, Jörg"}}},
		{"semicolons in a header", "ID,Note (1;2;3),Name\n17,2,Ada\n", "UTF-8", []Person{{ID: "17", Name: "Ada"}}},
		{"blanks above the headers", " \n\t\n  \nid;name\n1;Ada\n", "UTF-8", []Person{{ID: "1", Name: "Ada"}}},
		{"a last name that is called a name", "Name;Vorname;ID\nMüller;Jörg;17\n", "UTF-8", []Person{{ID: "17", Name: "Jörg Müller"}}},
		{"a name, and its parts", "Name,Vorname,Nachname,ID\nJörg M.,Jörg,Müller,17\n", "UTF-8", []Person{{ID: "17", Name: "Jörg M."}}},
		{"a byte order mark twice", "\ufeff\ufeffid;name\n1;Ada\n", "UTF-8", []Person{{ID: "1", Name: "Ada"}}},
		{"empty cells at the end", "id,name\n1,Ada,\n2,Ben,,\n", "UTF-8", []Person{{ID: "1", Name: "Ada"}, {ID: "2", Name: "Ben"}}},
		{"short rows, other columns first", "note,EMAIL , Name\nx,a@b.c\n", "UTF-8", []Person{{ID: "a@b.c", Name: "a@b.c", Email: "a@b.c"}}},
		{"two columns for one use", "id,name,full name\n1,Ada,Countess\n", "UTF-8", []Person{{ID: "1", Name: "Ada"}}},
	} {
		r, err := ReadRoster([]byte(c.file))
		if err != nil || r.Encoding != c.encoding || fmt.Sprint(r.People) != fmt.Sprint(c.people) {
			t.Errorf("%s: expected %s %+v, found %s %+v, %v", c.name, c.encoding, c.people, r.Encoding, r.People, err)
		}
	}
}

// TestBadRosters expects words, and the line, for what is no roster.
func TestBadRosters(t *testing.T) {
	t.Parallel()
	many := "id\n" + strings.Repeat("x\n", 0)
	for n := range maxPeople + 1 {
		many += fmt.Sprintln(n)
	}
	for _, c := range []struct{ name, file, want string }{
		{"nothing", " \n\n", "expected a table with a row for each person, found nothing"},
		{"only headers", "id,name\n", "found only headers"},
		{"no headers", "1,Ada\n2,Ben\n", "line 1: expected headers such as `id`, `name`, `email` or `identifier`, found `1`, `Ada`"},
		{"twice", "id,name\n1,Ada\n\n1,Ben\n", "line 4: expected each person once, found `1` of line 2 again"},
		{"no ID", "name,id\nAda,\n", "line 2: expected a cell by which the person is found again (`id`), found an empty one"},
		{"no ID, nor anything else", "name,id,email\nAda,,\n", "line 2: expected a cell by which the person is found again (`id`, `email`), found empty ones"},
		{"one's number is another one's name", "id,login\nada,x\n,ada\n", "line 3: expected each person once, found `ada` of line 2 again"},
		{"a quote that does not end", "id,name\n1,\"Ada\n2,Ben\n", "line 2: expected a cell whose quotes begin and end it"},
		{"a quote in the middle", "id,name\n1,A\"da\n", "line 2: expected a cell whose quotes"},
		{"too many cells", "id,name\n1,Ada,x\n", "line 2: expected at most 2 cells, found 3"},
		{"a long cell", "id,name\n1," + strings.Repeat("ä", 201) + "\n", "line 2: expected cells of at most 200 characters, found 201"},
		{"a spreadsheet", "PK\x03\x04\x14\x00", "found the file of a spreadsheet; save it as CSV"},
		{"other data", "id\x00,name\n", "found other data"},
		{"half of UTF-16", "\xff\xfea", "expected"},
		{"too long", strings.Repeat("a", MaxRoster+1), "expected a roster of at most 512 KiB, found 513"},
		{"too many", many, "expected at most 1000 people on a roster, found 1001"},
		{"a line of commas", strings.Repeat("name,", maxCells) + "\nAda\n", "line 1: expected at most 2000 cells, found 2001"},
		{"lines without end", "id,name\n" + strings.Repeat("1,A\n", 2*maxRows), "line 10001: expected at most 10000 lines in a roster, found more"},
		{"many problems", "id,name\n" + strings.Repeat(",x\n", 100), "and 92 more lines"},
	} {
		if r, err := ReadRoster([]byte(c.file)); err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 2000 {
			t.Errorf("%s: expected %q, found %v, %+v", c.name, c.want, err, r.People)
		}
	}
}

// FuzzReadRoster expects of any file an error, or people who can be found again and written into a table.
func FuzzReadRoster(f *testing.F) {
	for _, seed := range []string{"id,name\n1,Ada\n", "\xff\xfei\x00d\x00", "sep=\t\nid\tname\n'=1\tx", "a;b\n\"", "Student,ID,SIS User ID\nPoints Possible,,\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := ReadRoster(file)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, p := range r.People {
			if p.ID == "" || p.Name == "" || seen[p.ID] || strings.ContainsAny(p.ID+p.Name, "\r\n\x00") {
				t.Errorf("expected somebody who can be found again, found %+v", p)
			}
			seen[p.ID] = true
		}
		again := &state{}
		again.setRoster(&rosterSet{Put: r.People})
		if plan := again.plan(r); plan.Same != len(r.People) || len(plan.Missing) > 0 {
			t.Errorf("expected the same file to change nothing, found %+v", plan)
		}
	})
}

// TestSuggestions expects a link only where a nickname is one person's and nobody else's.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	file := must(ReadRoster([]byte("id,name,email\n1,Ada Lovelace,al@x.org\n2,Ada King,\n3,\"Hopper, Grace\",\n4,Jean-Luc,\n5,,five@x.org\n6,Zoe,\n")))
	for nick, want := range map[string]string{
		"Ada": "[]", "ada lovelace": "[{1 a}]", "Lovelace": "[{1 a}]", "AL": "[{1 a}]", "king ada": "[{2 a}]", "Grace": "[{3 a}]", "grace hopper": "[{3 a}]",
		"luc jean": "[{4 a}]", "FIVE": "[{5 a}]", "6": "[{6 a}]", "zoe": "[{6 a}]", "?": "[]", "...": "[]", "Ada Lovelace King": "[]",
	} {
		s := &state{Seats: map[string]*seat{"a": {ID: "a", Nick: nick}}}
		s.setRoster(&rosterSet{Put: file.People})
		if got := fmt.Sprint(s.suggested()); got != want {
			t.Errorf("%q: expected %s, found %s", nick, want, got)
		}
	}
	// Two seats fit one person: neither is suggested.
	s := &state{Seats: map[string]*seat{"a": {ID: "a", Nick: "Zoe"}, "b": {ID: "b", Nick: "6"}}}
	s.setRoster(&rosterSet{Put: file.People})
	if got := s.suggested(); len(got) != 0 {
		t.Errorf("expected nothing, found %v", got)
	}
}

// rostered is a class with three people on its roster, of whom two have joined.
func rostered(s *site) (*Class, string, map[string]string) {
	s.t.Helper()
	c, code := s.class()
	seats := map[string]string{}
	for _, nick := range []string{"Ada", "hopper grace", "Zoe"} {
		joined := must(s.school.Join(code, nick, ""))
		seats[nick] = must(s.school.Seat(joined.Word)).id
	}
	file := must(ReadRoster([]byte("id,name,email,username\ns1,Ada Lovelace,ada@example.org,al\ns2,Grace Hopper,grace@example.org,gh\n=cmd(),-Edsger;=1+1,,\n")))
	plan := must(s.school.Import(s.t.Context(), s.owner, c.id, file, false))
	if len(plan.Added) != 3 {
		s.t.Fatalf("expected three new people, found %+v", plan)
	}
	return c, code, seats
}

// TestRoster links a roster to seats, updates it by IDs, and reads it again after a restart.
func TestRoster(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _, seats := rostered(s)
	now := c.Roster()
	if want := []Linked{{"s1", seats["Ada"]}, {"s2", seats["hopper grace"]}}; fmt.Sprint(now.Suggested) != fmt.Sprint(want) {
		t.Errorf("expected the two whose nicknames fit, found %v", now.Suggested)
	}
	if err := s.do(c.id, Act{Link: now.Suggested}); err != nil {
		t.Fatal(err)
	}
	for want, act := range map[string]Act{
		"expected a person on the roster":        {Link: []Linked{{"s9", ""}}},
		"expected a seat in a class":             {Link: []Linked{{"s1", "absent"}}},
		"expected a seat for one person":         {Link: []Linked{{"s1", seats["Zoe"]}, {"s2", seats["Zoe"]}}},
		"expected one thing to be done, found 0": {Link: []Linked{}},
	} {
		if err := s.do(c.id, act); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: expected %q, found %v", act, want, err)
		}
	}
	file := must(ReadRoster([]byte("id,name\ns2,Grace B. Hopper\ns1,Ada Lovelace\ns4,Zoe\n")))
	if plan := c.Plan(file); len(plan.Added) != 1 || len(plan.Changed) != 2 || len(plan.Missing) != 1 || plan.Missing[0].ID != "=cmd()" {
		t.Errorf("expected one new, two changed, one missing, found %+v", plan)
	}
	if _, err := s.school.Import(t.Context(), s.owner, c.id, file, true); err != nil {
		t.Fatal(err)
	}
	s.restart()
	c = must(s.school.Class(s.owner, c.id, true))
	people := c.Roster().People
	if len(people) != 3 || people[1].Name != "Grace B. Hopper" || people[1].Seat != seats["hopper grace"] || people[0].Seat != seats["Ada"] || people[2].Seat != "" {
		t.Errorf("expected people who kept their seats, found %+v", people)
	}
	// A seat that goes into another takes its person along, and one that goes leaves the person without.
	if err := s.do(c.id, Act{Merge: &Merged{From: seats["Ada"], Into: seats["Zoe"]}}); err != nil {
		t.Fatal(err)
	}
	if err := s.do(c.id, Act{Remove: seats["hopper grace"]}); err != nil {
		t.Fatal(err)
	}
	people = c.Roster().People
	if people[0].Seat != seats["Zoe"] || people[1].Seat != "" {
		t.Errorf("expected Ada at the other seat and Grace without one, found %+v", people)
	}
	helper := s.assistant(c.id)
	if err := s.school.Do(t.Context(), helper, c.id, Act{Link: []Linked{{"s1", ""}}}); err == nil {
		t.Error("expected an assistant to be refused, found nothing")
	}
	if _, err := s.school.Import(t.Context(), helper, c.id, file, false); err == nil {
		t.Error("expected an assistant to be refused, found nothing")
	}
}

// assistant is somebody who helps in a class.
func (s *site) assistant(class string) Account {
	s.t.Helper()
	word := must(s.school.Invite(s.t.Context(), s.owner, Assistant, class))
	session := must(s.school.Accept(s.t.Context(), word, "Helper", password))
	return must(s.school.Known(session))
}

// TestGradebooks writes what Moodle and Canvas read: no formula, whatever the names.
func TestGradebooks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code, seats := rostered(s)
	mallory := must(s.school.Join(code, `x;"=2*3`, ""))
	if err := s.do(c.id, Act{Link: []Linked{{"s1", seats["Ada"]}, {"=cmd()", must(s.school.Seat(mallory.Word)).id}}}); err != nil {
		t.Fatal(err)
	}
	seat := Seat{class: c, id: seats["Ada"]}
	if err := seat.Passed(t.Context(), Run{Step: "a/two", Code: "pass", Total: 3, Receipt: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	r := c.Report()
	if len(r.Missing) != 1 || r.Missing[0].ID != "s2" {
		t.Errorf("expected one who is missing, found %+v", r.Missing)
	}
	for form, want := range map[string]string{
		"moodle": "Username,ID number,Email address,Full name,Compilers,Compilers 1.1,Compilers 1.2,Compilers 2.1\n,'=cmd(),,'-Edsger;'=1+1,0,0,0,0\nal,s1,ada@example.org,Ada Lovelace,1,0,1,0\ngh,s2,grace@example.org,Grace Hopper,,,,\n",
		"canvas": "Student,ID,SIS User ID,SIS Login ID,Section,Compilers\n    Points Possible,,,,,3\n'-Edsger;'=1+1,,'=cmd(),,,0\nAda Lovelace,,s1,al,,1\nGrace Hopper,,s2,gh,,\n",
	} {
		var b bytes.Buffer
		if err := r.WriteCSV(&b, form, false); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		var joined strings.Builder
		for _, row := range rows {
			joined.WriteString(strings.Join(row, ",") + "\n")
		}
		if err != nil || joined.String() != want {
			t.Errorf("%s: expected\n%s, found\n%s, %v", form, want, joined.String(), err)
		}
	}
	var b bytes.Buffer
	if err := r.WriteCSV(&b, "wide", false); err != nil || !strings.Contains(b.String(), `x;""'=2*3`) {
		t.Errorf("expected no formula after a semicolon, found %s, %v", b.String(), err)
	}
	plain, _ := s.class()
	for form, want := range map[string]string{"moodle": "by what Moodle knows", "xml": "expected the form `long`"} {
		if err := plain.Report().WriteCSV(&b, form, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: expected %q, found %v", form, want, err)
		}
	}
}

// TestGradebooksHaveNumbersOnly: what is no number of the school is in no column of numbers, where it might be somebody else's.
func TestGradebooksHaveNumbersOnly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, want string }{
		{"identifier,name\n17,Ada\n", "17"},
		{"ID number,Username\n17,17\n", "17"},
		{"Student,ID,SIS User ID,SIS Login ID\nAda,991,S-1,ada\n", "S-1"},
		{"Student,ID,SIS User ID,SIS Login ID\nAda,991,,ada\n", ""},
		{"First name,Last name,ID number,Email address\nAda,L,,ada@x.org\n", ""},
		{"name\nAda\n", ""},
		{"username,name\nada,Ada\n", ""},
		{"github_username\nada\n", ""},
	} {
		if r, err := ReadRoster([]byte(c.file)); err != nil || r.People[0].number() != c.want {
			t.Errorf("%q: expected the number %q, found %+v, %v", c.file, c.want, r.People, err)
		}
	}
}

// TestNamesAreComparedAsTheyAreRead links a nickname to a roster whose program writes letters in another way.
func TestNamesAreComparedAsTheyAreRead(t *testing.T) {
	t.Parallel()
	s := state{Seats: map[string]*seat{"s": {ID: "s", Nick: "Zo\u00eb"}}, Roster: []*Person{{ID: "1", Name: "Zoe\u0308 Mu\u0308ller"}}}
	if found := s.suggested(); len(found) != 1 || found[0] != (Linked{"1", "s"}) {
		t.Errorf("expected the seat of Zo\u00eb for Zoe\u0308, found %v", found)
	}
}
