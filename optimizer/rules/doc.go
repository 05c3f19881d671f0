// Package rules is the language of rewrite rules, and the built-in rules in it: an
// operation with a pattern, a condition, and what may stand in its place. A rule is a
// line of int.rules or float.rules; the optimizer matches them by a table made of all
// of them, and unbox/prove/rules proves each.
package rules
