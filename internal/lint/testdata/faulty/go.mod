module faulty

go 1.26
