// Package rules is the language of rewrite rules, and the built-in rules in it: a
// pattern, a condition, and the replacement. A rule is a line of int.rules or
// float.rules; the optimizer matches with one table made from all rules, and
// unbox/prove/rules proves each.
package rules
