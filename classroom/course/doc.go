// Package course reads the course of one class, which a teacher has uploaded as a ZIP file. A teacher is not necessarily the owner
// of the server, so a sandboxed worker opens and checks the file and renders its pages, as learners' programs run in one, and its
// output is text. Nothing is unpacked onto a disk.
package course
