package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"unbox/internal/version"
	"unbox/trace"
)

// command is one command of the program: what help, the manual page and completion know
// about it, and its action.
type command struct {
	name string
	// operands comes after the flags in its usage, summary next to it in the overview.
	operands, summary string
	// about explains the command; more comes after the flags and may be nil.
	about string
	more  func() string
	// complete lists the possible operands; nil stands for files.
	complete completer
	// declare declares the flags and returns a function that runs the command with its
	// operands once the flags are read. That function returns the exit code.
	declare func(p *program, flags *flagSet) func(operands []string) int
}

// root makes the tree of commands.
func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use: "unbox", Short: "shows how a tracing JIT optimizes", SilenceErrors: true, SilenceUsage: true,
		Args: cobra.ArbitraryArgs, CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	asked := root.Flags().Bool("version", false, "print the version")
	root.Run = func(_ *cobra.Command, args []string) { p.code = p.withoutCommand(args, *asked) }
	flags := &flagSet{root.PersistentFlags(), p, ""}
	flags.StringVar(&p.color, "color", "auto", "colour in the output: `auto`, always or never")
	flags.settle(root)
	root.SetHelpFunc(func(_ *cobra.Command, args []string) {
		p.code = p.help(slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "-") }))
	})
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fmt.Errorf("%s; see `%s`", explainFlag(c, err), strings.TrimSpace("unbox help "+nameOf(c)))
	})
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return p.checkColor() }
	root.SetOut(p.stdout)
	root.SetErr(io.Discard)
	root.SetHelpCommand(p.helpCommand())
	root.AddCommand(p.versionCommand())
	for _, c := range commands() {
		root.AddCommand(c.cobra(p))
	}
	return root
}

// nameOf returns the name of a command, "" for the program itself.
func nameOf(c *cobra.Command) string {
	if c.HasParent() && slices.Contains(commandNames(), c.Name()) {
		return c.Name()
	}
	return "" // `help` and `version` have no help of their own
}

// withoutCommand handles the case that no command was found.
func (p *program) withoutCommand(args []string, version bool) int {
	switch {
	case version:
		return p.version(args)
	case len(args) == 0:
		fmt.Fprint(p.stderr, usage())
		return exitUnusable
	}
	return p.unusable("%s; see `unbox help`", unknown("a command", args[0], commandNames()))
}

// version prints the version, after which no words are expected.
func (p *program) version(after []string) int {
	if len(after) > 0 {
		return p.unusable("expected nothing after the question for the version, found `%s`; see `unbox help`", strings.Join(after, " "))
	}
	fmt.Fprintf(p.stdout, "unbox %s %s %s/%s\n", version.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitGood
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Hidden: true, Run: func(_ *cobra.Command, args []string) { p.code = p.version(args) }}
}

func (p *program) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help", Short: "more about a command", ValidArgsFunction: listed(describedCommands),
		Run: func(_ *cobra.Command, args []string) { p.code = p.help(args) },
	}
}

// cobra converts the command for the library that parses arguments.
func (c command) cobra(p *program) *cobra.Command {
	cmd := &cobra.Command{Use: c.name, Short: c.summary, ValidArgsFunction: c.complete}
	flags := &flagSet{cmd.Flags(), p, c.name}
	do := c.declare(p, flags)
	flags.settle(cmd)
	cmd.Run = func(_ *cobra.Command, operands []string) { p.code = do(operands) }
	cmd.SetHelpFunc(func(*cobra.Command, []string) { fmt.Fprint(p.stdout, c.help()) })
	return cmd
}

// flags returns the command's flags with their help texts.
func (c command) flags() *pflag.FlagSet {
	flags := c.cobra(new(program)).LocalNonPersistentFlags()
	flags.SortFlags = false
	return flags
}

// unknown says that a name does not exist, and which similar one does.
func unknown(what, name string, known []string) string {
	near := trace.Nearest(name, known)
	if near != "" {
		near = "; the nearest name is `" + near + "`"
	}
	found := "`" + name + "`"
	if name == "" {
		found = "an empty word"
	}
	return fmt.Sprintf("expected %s (`%s`), found %s%s", what, strings.Join(known, "`, `"), found, near)
}

// explainFlag rewrites an error about a flag in Unbox's form: what was expected, then what
// was found.
func explainFlag(c *cobra.Command, err error) string {
	var (
		absent *pflag.NotExistError
		lonely *pflag.ValueRequiredError
		wrong  *pflag.InvalidValueError
		broken *pflag.InvalidSyntaxError
	)
	switch {
	case errors.As(err, &absent):
		return explainAbsent(c, absent)
	case errors.As(err, &lonely):
		return fmt.Sprintf("expected a value after `%s`, found none", dashed(lonely.GetFlag()))
	case errors.Is(err, errTwice) && errors.As(err, &wrong):
		return fmt.Sprintf("expected %s once, found it again with `%s`", dashed(wrong.GetFlag()), wrong.GetValue())
	case errors.As(err, &wrong):
		return fmt.Sprintf("expected %s as %s, found `%s`", wanted(wrong.GetFlag()), dashed(wrong.GetFlag()), wrong.GetValue())
	case errors.As(err, &broken):
		return fmt.Sprintf("expected a flag such as `--help`, found `%s`", broken.GetSpecifiedFlag())
	}
	return err.Error()
}

// explainAbsent says that there is no such flag, and which one is similar.
func explainAbsent(c *cobra.Command, err *pflag.NotExistError) string {
	name, dashes, near := err.GetSpecifiedName(), "--", ""
	if err.GetSpecifiedShortnames() != "" {
		dashes = "-"
		if written := err.GetSpecifiedShortnames(); len(written) > 1 {
			name = written // a long flag written with one dash
		}
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	switch nearest := trace.Nearest(name, known); {
	case c.Flags().Lookup(name) != nil:
		near = "; it is written `--" + name + "`"
	case nearest != "":
		near = "; the nearest name is `--" + nearest + "`"
	}
	return fmt.Sprintf("expected a flag of `%s`, found `%s%s`%s", c.CommandPath(), dashes, name, near)
}

// dashed returns a flag as it is written.
func dashed(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}

// wanted says which values a flag takes.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "`true` or `false`"
	case "int":
		return "a whole number of 64 bits"
	case "uint64":
		return "a whole number of at least 0"
	case "duration":
		return "a time such as `500ms` or `10s`"
	}
	return "another value"
}
