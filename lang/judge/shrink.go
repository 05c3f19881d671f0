package judge

import "strings"

// Shrink makes a program smaller while it still differs: it leaves out lines with the blocks
// below them, and puts `pass` where a block would be empty. Tries is the maximum number of
// calls of differs.
func Shrink(program string, tries int, differs func(string) bool) string {
	lines := strings.Split(strings.TrimRight(program, "\n"), "\n")
	for again := true; again; {
		again = false
		for at := len(lines) - 1; at >= 0 && tries > 0; at-- {
			at = min(at, len(lines)-1)
			for _, smaller := range [][]string{without(lines, at), unwrapped(lines, at)} {
				if smaller == nil {
					continue
				}
				tries--
				if differs(strings.Join(smaller, "\n") + "\n") {
					lines, again = smaller, true
					break
				}
			}
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// blockEnd returns where the block of a line ends.
func blockEnd(lines []string, at int) int {
	end := at + 1
	for end < len(lines) && indentation(lines[end]) > indentation(lines[at]) {
		end++
	}
	return end
}

// without leaves out a line and its block.
func without(lines []string, at int) []string {
	if strings.TrimSpace(lines[at]) == "pass" || len(lines) == 1 {
		return nil
	}
	end := blockEnd(lines, at)
	smaller := append([]string{}, lines[:at]...)
	alone := at > 0 && strings.HasSuffix(lines[at-1], ":") && indentation(lines[at-1]) < indentation(lines[at]) &&
		(end == len(lines) || indentation(lines[end]) < indentation(lines[at]))
	if alone {
		smaller = append(smaller, strings.Repeat(" ", indentation(lines[at]))+"pass")
	}
	return append(smaller, lines[end:]...)
}

// unwrapped puts a block in the place of what it belongs to; nil if there is none.
func unwrapped(lines []string, at int) []string {
	end := blockEnd(lines, at)
	if end == at+1 {
		return nil
	}
	by := indentation(lines[at+1]) - indentation(lines[at])
	smaller := append([]string{}, lines[:at]...)
	for _, line := range lines[at+1 : end] {
		smaller = append(smaller, line[by:])
	}
	return append(smaller, lines[end:]...)
}
