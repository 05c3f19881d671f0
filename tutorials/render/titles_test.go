package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unbox/tutorials"
	"unbox/tutorials/lesson"
	"unbox/wasm/api"
)

// What titles of drawn traces claim: that there are such rows and names, what becomes of a row, and how many operations there are.
var (
	rowNamed    = regexp.MustCompile(`\b[Rr]ow (\d+)`)
	nameInTitle = regexp.MustCompile(`\b[ipf]\d+\b`)
	rowGoes     = regexp.MustCompile(`\b[Rr]ow (\d+) (?:can go|goes)\b`)
	rowStays    = regexp.MustCompile(`\b[Rr]ow (\d+) (?:stays|could go, too)\b`)
	recorded    = regexp.MustCompile(`\b(\w+) operations were recorded\b`)
	remaining   = regexp.MustCompile(`\b(\w+) remain\b`)
	objects     = regexp.MustCompile(`^(Two|Three|Four|Five) objects\b`)
	boxesAsked  = regexp.MustCompile(`becomes of (\w+) boxes\b`)
	boxesLeft   = regexp.MustCompile(`\b(\w+) boxes that are left\b`)
)

// TestTitlesAgreeWithPictures compares what the titles of the course's drawn traces claim with what is drawn below them.
func TestTitlesAgreeWithPictures(t *testing.T) {
	t.Parallel()
	c, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	claims := 0
	check := func(b lesson.Block) {
		if b.Attr["title"] == "" || !slices.Contains([]lesson.Kind{lesson.Diff, lesson.Lines, lesson.Loop, lesson.Steps, lesson.Objects}, b.Kind) {
			return
		}
		n, wrong := disagreements(b)
		claims += n
		for _, w := range wrong {
			t.Errorf("%s:%d: %q: %s", b.File, b.Line, b.Attr["title"], w)
		}
	}
	for _, ch := range c.Chapters {
		for _, b := range ch.Blocks {
			check(b)
		}
		for _, s := range ch.Steps {
			for _, b := range s.Blocks {
				check(b)
			}
		}
	}
	if claims < 30 {
		t.Errorf("expected at least 30 claims in titles, found %d", claims)
	}
}

// TestWrongTitlesAreFound gives a picture titles that are wrong, each in another way.
func TestWrongTitlesAreFound(t *testing.T) {
	t.Parallel()
	const text = "[i0]\ni1 = int_add(i0, 1)\ni2 = int_add(i0, 1)\nescape(i1)\njump(i2)\n"
	for _, c := range []struct {
		title string
		right bool
	}{
		{"Row 3 goes, and `i1` takes its place", true},
		{"Row 3 stays", false},
		{"Row 2 goes", false},
		{"What row 9 is", false},
		{"`i7` is the same", false},
		{"4 operations were recorded, three remain", true},
		{"4 operations were recorded, four remain", false},
		{"Two objects", false},
	} {
		_, wrong := disagreements(lesson.Block{Kind: lesson.Diff, Attr: map[string]string{"title": c.title, "passes": "cse"}, Code: lesson.Code{Text: text}})
		if (len(wrong) == 0) != c.right {
			t.Errorf("%q: expected that it is right: %v, found %q", c.title, c.right, wrong)
		}
	}
}

// disagreements returns how many claims a block's title makes, and those that its picture does not keep.
func disagreements(b lesson.Block) (claims int, wrong []string) {
	made, err := illustrate(b)
	if err != nil {
		return 1, []string{err.Error()}
	}
	title := b.Attr["title"]
	lines := strings.Split(strings.TrimSpace(b.Text), "\n")
	expect := func(ok bool, format string, args ...any) {
		if claims++; !ok {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	for _, m := range rowNamed.FindAllStringSubmatch(title, -1) {
		expect(atoi(m[1]) <= len(lines), "the picture has no row %s", m[1])
	}
	for _, name := range nameInTitle.FindAllString(title, -1) {
		expect(regexp.MustCompile(`\b`+name+`\b`).MatchString(b.Text), "the picture has no %s", name)
	}
	for _, m := range rowGoes.FindAllStringSubmatch(title, -1) {
		expect(fateOf(made, atoi(m[1])) == "removed", "row %s does not go: it is %q", m[1], fateOf(made, atoi(m[1])))
	}
	for _, m := range rowStays.FindAllStringSubmatch(title, -1) {
		expect(fateOf(made, atoi(m[1])) != "removed", "row %s goes", m[1])
	}
	amount := func(claim *regexp.Regexp, of func() int) {
		if m := claim.FindStringSubmatch(title); m != nil {
			expect(numberIn(m[1]) == of(), "%q: there are %d", m[0], of())
		}
	}
	amount(objects, func() int { return objectsIn(made) })
	amount(boxesAsked, func() int { return made.Picture.Whole.Recorded.Boxes })
	amount(boxesLeft, func() int { return left(made).Boxes })
	amount(recorded, func() int { return made.Picture.Whole.Recorded.Operations })
	amount(remaining, func() int { return left(made).Operations })
	return claims, wrong
}

// fateOf says what became of a row; "" if it is not drawn.
func fateOf(made *api.Illustration, row int) string {
	if made.Picture == nil {
		return ""
	}
	shown := made.Picture.Picture
	if made.Picture.Unfolded != nil {
		shown = *made.Picture.Unfolded
	}
	for _, item := range shown.Rows {
		if item.Number == row {
			return item.Fate
		}
	}
	return ""
}

// left is what a picture's passes leave of its trace, of a peeled one what they leave of the loop.
func left(made *api.Illustration) api.IterationCount {
	if whole := made.Picture.Whole; whole.Peeled {
		return *whole.Around
	}
	return *made.Picture.Whole.One
}

// objectsIn counts the objects of a picture, or of the moment that is drawn.
func objectsIn(made *api.Illustration) int {
	if made.Picture == nil {
		return len(made.Moments[0].Boxes)
	}
	return made.Picture.Whole.Objects
}

var words = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// numberIn reads "six", "Six" or "6"; -1 for another word.
func numberIn(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return slices.Index(words, strings.ToLower(text))
}

func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
