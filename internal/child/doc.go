// Package child ties worker processes to the program that starts them, so that none
// outlives it.
package child
