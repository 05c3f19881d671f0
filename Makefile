# The two commands of the README are `make serve` and `make test`. Both do all
# the set-up that they need on a machine with Go, Node.js and make.

SHELL      := /bin/bash
VERSION    := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS    := -s -w -X unbox/internal/version.stamp=$(VERSION)
PURE       := ./heap/... ./trace/... ./interp ./optimizer ./optimizer/bounds ./optimizer/rules
# Tests with planted bugs: everything that they import is compiled once more.
PLANTED    := [Pp]lanted|Fuzz|Tables
BROWSER    := unbox/playground/browsertest
# Packages that start goroutines, at which the race detector looks in `make test-race`, and tests of others
# that do; internal/arch compares the lists with the sources. With the detector everything is compiled once
# more, and ten times as slow: `.ci/run` and `make test-all` have it, `make test` runs the same tests without.
RACE       := ./classroom/journal/jetstream ./classroom/journal/sqlite ./classroom/keeper ./classroom/school ./classroom/workshop ./cmd/serve ./internal/cluster/pipe ./playground ./playground/secret ./workers ./workers/queue ./workers/remote ./workers/sandbox ./tutorials/origin
RACE_SOME  := ./fuzz ./jit ./prove/solve ./tutorials/check
RACE_TESTS := TestLockstep TestWorkersFindTheSame TestRunComesToItsCount TestHangIsFound TestCancel TestTimeIsKept TestStepsAreSaidInOrder
GO_FILES   := git ls-files --cached --others --exclude-standard '*.go' 2>/dev/null || find . -name '*.go' -not -path '*/node_modules/*'
WASIRUN    := $(CURDIR)/.build/wasirun
AS_WASM     = flags="$$(go run ./static/build/cmd -compile-flags)" && echo "go test as WebAssembly" && \
	GOOS=wasip1 GOARCH=wasm go test $$flags -tags planted -vet=off -timeout $(TIMEOUT) -exec $(WASIRUN)
# The packages whose tests take longest come first, so that none is left at the end, alone.
SLOW       := ./tutorials/run ./jit ./native ./lang/vm ./optimizer ./native/timing ./prove/rules ./prove ./prove/bounds
space      := $(subst ,, )
# How long one package's tests may take, on a machine that is busy too: beside forty processes on two processors, twenty long browser
# tests took more than twenty minutes. What hangs in a page is told after five (`Patience`).
TIMEOUT    ?= 2h
# How long each fuzz target runs in `make test-fuzz`.
FUZZ       ?= 1m
# Flags for bin/serve: make serve ARGS='--addr :9000'
ARGS       ?=

export GOFLAGS := $(GOFLAGS) -buildvcs=false
# Programs are compiled without C, and so are tests, so that what they share is compiled once. The race
# detector alone needs C.
export CGO_ENABLED := 0

# The compiler, the linker and most tests need little memory, and not for long. With these settings Go collects garbage less often, which
# takes a tenth to a quarter less processor time, until a process has 1 GiB. Workers do not inherit them, and programs that `make` starts
# for people and for measurements do not have them.
test test-native test-browser check packages page-tested: export GOGC ?= 300
test test-native test-browser check packages page-tested: export GOMEMLIMIT ?= 1GiB

# One thing after the other, but for the parts of `make test`: those know that what they need is there.
ifndef beside
.NOTPARALLEL:
endif
BESIDE     := $(MAKE) --no-print-directory $(if $(filter output-sync,$(.FEATURES)),-Oline) beside=yes
.PHONY: build page page-quick page-tested packages programs serve test test-all check typecheck test-native test-long test-race \
	test-native-long test-wasm test-wasm-long wasirun test-lessons test-browser test-browser-long \
	test-proofs test-fuzz test-cluster test-deploy chromium bench bench-cluster bench-kernels attack mutants fmt clean screenshots generate

## build: bin/serve and bin/unbox, with the page compressed as far as it goes
build: page programs

## page: static/dist, which bin/serve embeds
page:
	@go run ./static/build/cmd

page-quick:
	@go run ./static/build/cmd -quick

# The whole module, whose smallest form takes a minute, is compressed quickly: no test asks how small it is.
page-tested:
	@go run ./static/build/cmd -quick-whole

# All packages but those that embed the page, which may be in the making.
packages:
	@go build $$(go list -f '{{if and .GoFiles (ne .Name "main")}}{{.ImportPath}} {{.Deps}}{{end}}' ./... | grep -vw unbox/static | cut -d' ' -f1)

# With the tag packed, programs embed the archive of sources that the page's build has written.
programs:
	@mkdir -p bin
	go build -trimpath -tags packed -ldflags '$(LDFLAGS)' -o bin/ ./cmd/serve ./cmd/unbox

## serve: the playground at http://127.0.0.1:8080/, quickly after a change; what was
## compiled for learners' programs is kept for the next start
serve: page-quick programs
	@exec bin/serve --cache .build/serve $(ARGS)

## test: everything; what changed nothing since the last time is not run again. The page is built beside
## what all tests need; then three parts run at a time, since the browser tests wait a lot
test: chromium
	@go run ./static/build/cmd -packages
	@$(BESIDE) -j2 page-tested packages
	@$(BESIDE) -j3 test-browser test-native check typecheck
	@echo "All tests passed."

## test-all: `make test`, then what takes hours: every proof anew, a stretch of fuzzing, mutants
test-all: test test-long test-lessons test-wasm-long test-proofs test-fuzz test-cluster test-deploy mutants
	@echo "All tests passed, the long ones too."

## test-cluster: three NATS servers, of which one is killed and others are stopped while workshops and classes are written,
## and servers of classes that are killed and stopped
test-cluster:
	go test ./classroom/journal/jetstream -count=1 -v -run "TestCluster|TestAloneInACluster|TestPromisesOverABadLine|TestPromisesAloneOverABadLine" -timeout $(TIMEOUT) -args -cluster
	go test ./playground -count=1 -v -run "TestClassesOfACluster|TestClassHistoriesOfACluster" -args -cluster
	go test ./bench/classroom -count=1 -v -run TestPrograms -args -cluster

## test-deploy: systemd looks at the unit of deploy/, and podman builds the last stage of the container file and runs it
test-deploy:
	@.ci/deploy
	go test ./cmd/serve -count=1 -v -run '^(TestUnit|TestContainerFile|TestImage)$$' -args -deploy

## check: formatting; then, if a Go file has changed since the last time, the analyzers of vet and staticcheck, natively and
## for WebAssembly, and functions that nobody calls
check:
	@unformatted="$$(gofmt -l $$($(GO_FILES)))"; \
	if [ -n "$$unformatted" ]; then echo "Expected formatted Go files; run \`make fmt\` for:"; echo "$$unformatted"; exit 1; fi
	@files="$$(go version; { $(GO_FILES); } | xargs cksum go.mod go.sum Makefile)"; \
	if [ "$$(cat .build/linted 2>/dev/null)" = "$$files" ]; then exit 0; fi; \
	echo "go run ./internal/lint ./..."; \
	go run ./internal/lint ./... || exit 1; \
	mkdir -p .build && echo "$$files" >.build/linted

## typecheck: the TypeScript compiler over static/src
typecheck:
	@$(if $(beside),,go run ./static/build/cmd -packages)
	cd static && node_modules/.bin/tsc --noEmit

## test-native: all Go tests but those in the browser, which `make check` vets; they include the TypeScript unit
## tests, which run in Node.js. Then the test of the tester: bugs planted into the passes are found
test-native:
	go test -vet=off -timeout $(TIMEOUT) $$(go list $(SLOW) ./... | grep -vxF '$(BROWSER)')
	go test -vet=off -tags planted -run '$(PLANTED)' -timeout $(TIMEOUT) ./fuzz

## test-long: what `.ci/run` adds to `make test`: the race detector, the browser tests of more pages and cases,
## what browsers run as WebAssembly, and more of what the native tests repeat
test-long: test-race test-browser-long test-wasm test-native-long

## test-native-long: programs with traces in every way instead of by turns, and more of them beside CPython; all solutions of the course and the whole corpus of
## requests in wazero; the memory of proofs and measurements; planted bugs in the programs that show them; and an operation and a
## view more, added as CONTRIBUTING.md says
test-native-long:
	go test -vet=off -timeout $(TIMEOUT) ./jit -args -turns=false
	go test -vet=off -timeout $(TIMEOUT) -run 'Programs$$' ./lang/judge -args -programs 300
	go test -vet=off -timeout $(TIMEOUT) -run '^TestHostilePrograms$$' ./lang/vm -args -both-ways
	go test -vet=off -timeout $(TIMEOUT) -run '^(TestRedGreen|TestRunsAheadChangeNoResult|TestIdenticalBytes|TestMemoryOfTheProver)$$' ./tutorials/run -args -long
	go test -vet=off -timeout $(TIMEOUT) -run '^TestMemoryOfMeasurements$$' ./native/timing -args -long
	go test -vet=off -tags planted -run '$(PLANTED)' -timeout $(TIMEOUT) ./wasm/api ./cmd/unbox ./bench/fuzz
	go test -count=1 -vet=off -run '^TestRecipeOfA(nOperation|View)$$' -timeout $(TIMEOUT) ./internal/arch -args -long

## test-race: the tests of what starts goroutines, under the race detector. Most of them wait more than they
## compute, so four packages run at once
test-race:
	CGO_ENABLED=1 go test -vet=off -race -p 4 -timeout $(TIMEOUT) $(RACE)
	CGO_ENABLED=1 go test -vet=off -race -timeout $(TIMEOUT) -run '^($(subst $(space),|,$(RACE_TESTS)))$$' $(RACE_SOME)

## test-wasm: the tests of what browsers run, again, as WebAssembly in wazero, with fewer random traces. They are compiled as
## the page's whole module is, with planted bugs that nobody switches on: what they share is compiled once. In `make test`,
## tutorials/run and the browser have the same packages as WebAssembly
test-wasm: wasirun
	@$(AS_WASM) -short $(PURE)

## test-wasm-long: those that compare much with what was kept, with all of it
test-wasm-long: wasirun
	@$(AS_WASM) -short ./interp ./optimizer -args -whole

wasirun:
	@go build -o $(WASIRUN) ./wasm/wasirun

## test-lessons: every step of the course in wazero: starters red, solutions green,
## mistakes told, and the same if a solution was run ahead; test-native has a quarter of the solutions and a part of the others there, and
## the rest natively
test-lessons:
	go test -vet=off -timeout $(TIMEOUT) -run '^(TestRedGreen|TestRunsAheadChangeNoResult)$$' ./tutorials/run -args -whole

## test-browser: the real page in Chromium, three tests at once; UNBOX_BROWSER=off leaves it out
test-browser: $(if $(beside),,chromium page-tested)
	go test -vet=off -parallel 3 -timeout $(TIMEOUT) $(BROWSER)

## test-browser-long: the same and the long tests, which say of more pages, themes and widths what the others say of some
test-browser-long: chromium page-tested
	go test -vet=off -parallel 3 -timeout $(TIMEOUT) $(BROWSER) -args -long

## test-proofs: all rules and all lemmas, whatever was written down of them, with z3 and cvc5; more of what all solvers are asked;
## and whether what was written down outlives changes to other things
test-proofs:
	go test -count=1 -timeout 6h ./prove/rules ./prove/bounds -run '^(TestBuiltinRulesAreProved|TestLemmasAreProved)$$' -anew
	go test -count=1 -timeout $(TIMEOUT) ./prove/ledger -long
	go test -count=1 -timeout $(TIMEOUT) ./prove -run '^TestSolversAgree$$' -queries=2000

## test-fuzz: random traces by the million, then every fuzz target for a while (FUZZ=10m); what
## one of them finds is kept in the testdata of its package
test-fuzz:
	go test -count=1 -timeout 3h ./fuzz -run '^TestOptimizerIsRight$$' -traces=1500000
	go test -count=1 -timeout 3h ./native -run '^TestRandomTraces$$' -traces=30000
	go test -count=1 -timeout 3h ./wasm/codegen/run -run '^TestRandomTracesRunAsWebAssembly$$' -traces=8000
	@set -e; for package in $$(grep -rl --include='*_test.go' --exclude-dir=node_modules '^func Fuzz' . | xargs -n1 dirname | sort -u); do \
		targets=$$(go test -list '^Fuzz' $$package); \
		for target in $$(grep '^Fuzz' <<<"$$targets"); do \
			echo "$$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZ) $$package; \
		done; \
	done

chromium:
	@.ci/chromium

## bench: speed of the optimizer, then of the page in Chromium
bench: page
	go test -run '^$$' -bench . -benchmem ./trace ./interp ./optimizer/...
	go run ./bench/optimizer
	go run ./bench/page

## bench-cluster: a class on three servers of NATS: keys with 0, 5 and 20 ms more for each fsync, then eight hours of TYPISTS learners
TYPISTS = 16
bench-cluster:
	go run ./bench/classroom -cluster -disk 0,5ms,20ms
	go run ./bench/classroom -replay 8h -cluster -typists $(TYPISTS)

## bench-kernels: inner loops beside gcc, LuaJIT and PyPy; ARGS=-write renews docs/benchmarks.md
bench-kernels:
	go run ./bench/kernels $(ARGS)

## attack: bin/serve in a group of limited memory, under attack, with an honest client beside it;
## ARGS=-quick is the short form, ARGS='-list' says what there is
attack: build
	go run ./bench/attack $(ARGS)

## mutants: changes the sources in 40 places, one at a time, and says which judge finds it;
## ARGS='-seed 7 -write' draws others, and writes the table into docs/correctness.md
mutants:
	go run ./bench/mutants $(ARGS)

## screenshots: those of docs/screenshots; then every state in all themes, those of high contrast too, at five
## widths, to be looked at in .build/screenshots (ARGS='-only edited' takes some of them)
screenshots: chromium page
	go run ./bench/screenshots
	go run ./bench/screenshots -all -dir .build/screenshots $(ARGS)

## generate: what is made from Go sources and is tracked all the same
generate:
	go generate ./...

fmt:
	gofmt -w $$($(GO_FILES))

clean:
	rm -rf bin .build static/node_modules
	find static/dist -mindepth 1 -not -name .keep -delete
