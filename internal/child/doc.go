// Package child ties worker processes to the program that starts them: none
// outlives it.
package child
