// Package remote lends the places of worker machines to servers, over NATS. The servers' queues decide which job
// comes next and who has to wait, as without other machines; a place does one turn at a time, for one server.
//
//  1. A machine offers each of its free places to all servers, when it becomes free and then each second.
//  2. A server in which a job waits asks for one of them. The place accepts the first that asks, and belongs to that
//     server for one turn: a lease.
//  3. The server lends the place to the class of workers whose job waits, which lets it do the jobs of a turn:
//     contents, events and result travel in pieces, in both directions, under the name of the lease.
//  4. The server ends the lease. Meanwhile both sides send a sign of life every second or two: one that is silent for
//     ten seconds is considered lost. A place is then free; a job is done again elsewhere.
//
// The machine itself ensures what the job's process may do: it is a worker like any other (package workers). The
// machine learns nothing about the client but a name for it. Machines and servers must be of the same version.
package remote
