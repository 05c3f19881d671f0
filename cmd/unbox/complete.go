package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"unbox/fuzz"
	"unbox/optimizer"
)

// completer lists the possible values of an operand or a flag.
type completer = cobra.CompletionFunc

// choice is a possible value with a short description.
type choice struct{ name, doc string }

func namesOf(all []choice) []string {
	var names []string
	for _, c := range all {
		names = append(names, c.name)
	}
	return names
}

// completions returns the choices that begin with what was typed, each with the text
// before it.
func completions(all []choice, before, typed string) []cobra.Completion {
	var found []cobra.Completion
	for _, c := range all {
		if strings.HasPrefix(c.name, typed) {
			found = append(found, cobra.CompletionWithDesc(before+c.name, c.doc))
		}
	}
	return found
}

// listed completes with some choices.
func listed(all func() []choice) completer {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return completions(all(), "", typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// firstListed completes the first operand with some choices, the others with folders.
func firstListed(all func() []choice) completer {
	return func(c *cobra.Command, operands []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(operands) > 0 {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
		return listed(all)(c, operands, typed)
	}
}

// names completes with names without descriptions.
func names(all ...string) completer {
	return listed(func() []choice {
		var choices []choice
		for _, name := range all {
			choices = append(choices, choice{name: name})
		}
		return choices
	})
}

// flagCompleter says how the value of a flag is completed: nil stands for files.
func flagCompleter(flag, value string) completer {
	switch flag {
	case "passes":
		return completePasses
	case "preset":
		return listed(presetChoices)
	case "solver":
		return names("builtin", "z3", "cvc5", "bitwuzla")
	case "backend":
		return names("native", "wasm", "interp")
	case "cpu":
		return names("host", "x86-64", "x86-64-v3")
	case "width":
		return names("8", "16", "32", "64")
	case "color":
		return names(colorWhen...)
	case "bug":
		return listed(bugChoices)
	}
	switch value {
	case "OTHER", "TRACE", "OUT", "PROGRAM.wasm":
		return nil
	case "DIR":
		return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	}
	return names()
}

// completePasses completes the last pass of a list; passes already in the list are not offered again.
func completePasses(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	at := strings.LastIndexByte(typed, ',') + 1
	given := make(map[string]bool)
	for _, name := range splitList(typed[:at]) {
		given[strings.TrimSpace(name)] = true
	}
	var left []choice
	for _, pass := range optimizer.Passes() {
		if !given[pass.String()] {
			left = append(left, choice{pass.String(), pass.Info().Title})
		}
	}
	return completions(left, typed[:at], typed[at:]),
		cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveKeepOrder
}

func presetChoices() []choice {
	var all []choice
	for _, preset := range optimizer.Presets() {
		all = append(all, choice{preset.Name, preset.Title})
	}
	return all
}

func bugChoices() []choice {
	var all []choice
	for _, bug := range fuzz.PlantedBugs() {
		all = append(all, choice{bug.Name, bug.Doc})
	}
	return all
}

func describedCommands() []choice {
	var all []choice
	for _, c := range commands() {
		all = append(all, choice{c.name, c.summary})
	}
	return all
}

func shellChoices() []choice {
	return []choice{{"bash", "Bash, with bash-completion"}, {"fish", "fish"}, {"zsh", "Z shell"}}
}

func completionCommand() command {
	return command{
		name: "completion", operands: "SHELL", summary: "print a script that makes a shell complete commands", complete: listed(shellChoices),
		declare: (*program).completion,
		about: `Prints a script that makes bash, zsh or fish complete commands, flags, passes, presets
and files. To use it in every new shell:

    unbox completion bash > ~/.local/share/bash-completion/completions/unbox
    unbox completion zsh > "${fpath[1]}/_unbox"
    unbox completion fish > ~/.config/fish/completions/unbox.fish

Bash needs the package bash-completion for it.
`,
	}
}

// completion is the command `unbox completion`.
func (p *program) completion(*flagSet) func(operands []string) int {
	return func(operands []string) int {
		if len(operands) != 1 {
			return p.unusable("expected a SHELL (`bash`, `fish`, `zsh`), found %s", counted(operands))
		}
		if err := p.writeScript(operands[0], p.stdout); err != nil {
			return p.unusable("%v", err)
		}
		return exitGood
	}
}

// writeScript writes the script for a shell.
func (p *program) writeScript(shell string, w io.Writer) error {
	switch shell {
	case "bash":
		var script strings.Builder
		if err := p.root().GenBashCompletionV2(&script, true); err != nil {
			return err
		}
		_, err := io.WriteString(w, withCommas(script.String()))
		return err
	case "zsh":
		return p.root().GenZshCompletion(w)
	case "fish":
		return p.root().GenFishCompletion(w, true)
	}
	return errorText(unknown("a SHELL", shell, namesOf(shellChoices())))
}

// withCommas corrects the library's script for bash, which does not complete lists with commas: when
// asked to quote it, bash writes fold,virtual as fold\,virtual, which is unnecessary and does not match
// what was typed. The correction changes the lines that quote.
func withCommas(script string) string {
	for _, line := range []struct{ old, more string }{
		{`printf -v comp "%q" "${compline%%$tab*}" &>/dev/null || comp=$(printf "%q" "${compline%%$tab*}")`, `comp=${comp//\\,/,}`},
		{`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`, `COMPREPLY[0]=${COMPREPLY[0]//\\,/,}`},
	} {
		if !strings.Contains(script, line.old) {
			panic("BUG: the library's script for bash has other lines than those that are mended here")
		}
		script = strings.ReplaceAll(script, line.old, line.old+"\n        "+line.more)
	}
	return script
}
