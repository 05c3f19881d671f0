// Package integers proves that polynomial inequalities over the integers
// contradict each other. It is for queries about quotients and remainders of
// words, which have too many bits to search: x = y*q + r with 0 <= r < y says
// everything, and the contradiction is a sum of products of two assumptions
// each (Handelman, "Representing Polynomials by Positive Linear Functions on
// Compact Convex Polyhedra", 1988, with products of two), which linear
// programming in exact fractions finds.
package integers
