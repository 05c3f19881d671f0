// Package course reads the course of one class, which a teacher has brought as a ZIP file. Whoever teaches on a server need not be
// the one whose server it is: so the file is opened, checked and made pages of by a worker that is locked in, as learners' programs
// are, and what comes out is text. Nothing of it is unpacked onto a disk.
package course
