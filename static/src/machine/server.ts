// One measurement on the server: a connection that is opened for it and closed
// after it, so that nothing is left when the page goes away.

import { seatQuery } from "../seat";
import { afterAnswer, idle, isRunning, type Measurement } from "./measurement";
import type { Job, MachineAnswer, MachineRequest } from "./protocol";
import { at } from "../site";

/** What of a WebSocket is used; tests bring their own. */
export type Socket = Pick<WebSocket, "send" | "close" | "readyState" | "onopen" | "onmessage" | "onclose" | "onerror">;

/** Answers come faster than a screen shows them: they are told together, after so many milliseconds. */
const pace = 60;
/** A connection that is not there after so many milliseconds is given up. */
const patience = 15_000;
const requestId = 1;

export class ServerMeasurement {
  private state: Measurement = { ...idle, phase: "connecting", series: [] };
  private readonly socket: Socket;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly tooLate: ReturnType<typeof setTimeout>;

  constructor(
    job: Job,
    private readonly tell: (m: Measurement) => void,
    open: () => Socket = openSocket,
  ) {
    this.socket = open();
    this.socket.onopen = () => {
      clearTimeout(this.tooLate);
      this.send({ id: requestId, kind: "measure", job });
    };
    this.socket.onmessage = (e: MessageEvent<string>) => this.receive(e.data);
    this.socket.onclose = () => this.lost();
    this.tooLate = setTimeout(() => this.lost(), patience);
    tell(this.state);
  }

  /** Takes the measurement back. Nothing is told any more. */
  cancel(): void {
    if (!isRunning(this.state)) return;
    this.state = { ...this.state, phase: "cancelled" };
    if (this.socket.readyState === opened) this.send({ id: requestId, kind: "cancel" });
    this.end();
  }

  private send(request: MachineRequest): void {
    this.socket.send(JSON.stringify(request));
  }

  private receive(text: string): void {
    let answer: MachineAnswer;
    try {
      answer = JSON.parse(text) as MachineAnswer;
    } catch {
      return; // a proxy's words; the connection will end without a result
    }
    if (answer.id !== requestId && answer.kind !== "error") return;
    this.state = afterAnswer(this.state, answer);
    if (isRunning(this.state)) this.timer ??= setTimeout(() => this.flush(), pace);
    else this.end();
  }

  private flush(): void {
    this.timer = undefined;
    this.tell(this.state);
  }

  private lost(): void {
    if (!isRunning(this.state)) return;
    const error =
      this.state.phase === "connecting"
        ? "The server cannot be reached for measurements: the connection was refused, or something in the network does not let WebSockets through."
        : "The connection to the server was lost.";
    this.state = { ...this.state, phase: "lost", error };
    this.end();
  }

  private end(): void {
    clearTimeout(this.timer);
    clearTimeout(this.tooLate);
    this.socket.close();
    this.tell(this.state);
  }
}

/** WebSocket.OPEN, which Node.js may not have. */
const opened = 1;

/** A connection to the server that the page came from. */
function openSocket(): Socket {
  const url = new URL(at("/machine") + seatQuery(), location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(url);
}

/** True if the server that the page came from measures. */
export function serverMeasures(): boolean {
  return document.documentElement.dataset["machine"] === "yes";
}
