// Command attack starts the real server in a group whose memory is limited, and attacks it: with
// programs, modules, traces, requests and connections that are meant to hurt. During each attack, six
// honest clients fetch the page and run a lesson, from addresses of their own. Each looks at its
// responses for as long as it had to wait for them.
//
//	go run ./bench/attack [-quick] [-only REGEXP] [-list]
//
// It prints a table: the attack, the responses, the honest clients' times, and the
// server's memory. The exit code is 1 if a goal was missed:
//
//   - the server lives, and `/readyz` says so after each attack;
//   - its main process stays below 400 MB (VmHWM), the whole group below 1.5 GB;
//   - the answers are those that the attack's author expected;
//   - each honest request is answered, 99 in 100 of them within a second (not with -quick, which
//     runs beside other work and does not judge by the clock);
//   - no worker computes on after an attack, and no process is left after the server's end.
//
// All load goes to the loopback device, all of it is bounded in count and time. Attackers come from
// 127.0.1.1 and up, the honest clients from 127.0.0.2 and up, so that the server can distinguish them
// by address, as in production.
//
// Group: cgroups of version 2 or 1, whichever can be created here. If none can, the program says
// so, and checks only the processes.
package main
