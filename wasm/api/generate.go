package api

//go:generate go run ./tsgen -in types*.go -out ../../static/src/api.gen.ts
