// Package remote lends the places of worker machines to servers, over NATS. Which job comes next and who has to wait,
// the servers' queues decide, as without other machines; a place does one turn at a time, for one server.
//
//  1. A machine offers each of its free places to all servers, when it becomes free and then each second.
//  2. A server in which a job waits asks for one of them. The place says yes to the first who asks, and is that
//     server's for one turn: a lease.
//  3. The server lends the place to the class of workers whose job waits, which has it do the jobs of a turn:
//     contents, events and result travel in pieces, in both directions, under the name of the lease.
//  4. The server ends the lease. Meanwhile both say every second or two that they are there: of one that is silent for
//     ten seconds the other believes that it is lost. A place is free then; a job is done again elsewhere.
//
// What the job's process may do, the machine itself sees to: it is a worker as any other (package workers). It learns
// nothing of the client but a name that stands for it. Machines and servers must be of the same version.
package remote
