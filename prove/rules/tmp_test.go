package rules
import ("testing";"time";"context";"fmt";"os";"strings";"unbox/optimizer";"unbox/prove";"unbox/prove/solve")
func TestTmp(t *testing.T) {
	name := os.Getenv("SOLVER")
	s, err := solve.ByName(name); if err!=nil {t.Fatal(err)}
	d,_ := time.ParseDuration(os.Getenv("TIME"))
	n,ok:=0,0
	start := time.Now()
	for i := range optimizer.BuiltinRules().Rules {
		r := &optimizer.BuiltinRules().Rules[i]
		if os.Getenv("ONLY") != "" && !strings.Contains(r.Name, os.Getenv("ONLY")) {continue}
		v, err := Prove(context.Background(), r, Options{Solver: s, Budget: solve.Budget{Time: d}})
		n++
		if err != nil { fmt.Println("ERR", r.Name, err); continue }
		if v.Status == prove.Proved {ok++}
		if v.Status != prove.Proved || v.Time > 200*time.Millisecond || v.Questions > 1 { fmt.Println(v.Status, r.Name, v.Time, v.By, v.Questions, v.Reason, v.Counterexample) }
	}
	fmt.Println(ok, n, time.Since(start))
}
