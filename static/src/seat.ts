// The seat of this visit at the server, which its queues use to be fair. The browser
// keeps it in a cookie; in a frame of another site there are no cookies, so it goes
// along in a header as well, and to a WebSocket in the query.

import { at } from "./site";

let asked: Promise<string> | undefined;
let seat = "";
/** When to ask again, in milliseconds since 1970: the server gives another seat in the second half of one's life. */
let until = 0;
/** Whether a task is worked on: where that takes longer than until the next question, as in a page that nobody looks at, it stays the only one. */
let earning = false;

/** Asks the server for a seat when there is none. Without a seat, the visit shares its place in queues with others at the
 * same address. */
export function sit(): Promise<string> {
  if (Date.now() > until) asked = undefined;
  asked ??= ask();
  return asked;
}

async function ask(): Promise<string> {
  until = Date.now() + 60_000; // where there is none, not at every click
  try {
    const response = await fetch(at("/seat"), { method: "POST", signal: AbortSignal.timeout(5_000) });
    if (response.ok) await take(response);
    else if (response.status === 429 && !earning) void earn((await response.json()) as { task: string; bits: number }).catch(() => {});
  } catch {
    // what is sent next will say that the server cannot be reached
  }
  return seat;
}

async function take(response: Response): Promise<void> {
  const answer = (await response.json()) as { seat: string; seconds: number };
  until = Date.now() + answer.seconds * 500;
  seat = answer.seat;
  asked = Promise.resolve(seat);
}

/** Gets a seat for a task where the address has used up its new ones. The page goes on meanwhile, without a seat. */
async function earn({ task, bits }: { task: string; bits: number }): Promise<void> {
  earning = true;
  try {
    const { solve } = await import("./proof");
    const response = await fetch(at("/seat"), { method: "POST", headers: { "X-Unbox-Proof": await solve(task, bits) } });
    if (response.ok) await take(response);
  } finally {
    earning = false;
  }
}

/** The header with the seat for the server. */
export async function seatHeader(): Promise<Record<string, string>> {
  const own = await sit();
  return own === "" ? {} : { "X-Unbox-Seat": own };
}

/** The query with the seat for a WebSocket; call `sit` before. */
export function seatQuery(): string {
  return seat === "" ? "" : `?seat=${encodeURIComponent(seat)}`;
}
