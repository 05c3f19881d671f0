// Package sat decides whether clauses can be true at once: search with conflict
// analysis and clause learning, two watched literals for each clause, and limits
// that a caller can set, so that no question takes longer than it may.
package sat
