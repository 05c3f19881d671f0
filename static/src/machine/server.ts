// One measurement on the server: a connection that is opened for it and closed
// after it, so that nothing is left when the page goes away.

import { seatQuery } from "../seat";
import { afterAnswer, idle, isRunning, type Measurement } from "./measurement";
import type { Job, MachineAnswer, MachineRequest } from "./protocol";
import { at } from "../site";

/** The part of WebSocket that is used; tests pass their own. */
export type Socket = Pick<WebSocket, "send" | "close" | "readyState" | "onopen" | "onmessage" | "onclose" | "onerror">;

/** Responses come faster than a screen shows them: they are reported together, after this many
 * milliseconds. */
const pace = 60;
/** The timeout of a connection in milliseconds. */
const patience = 15_000;
const requestId = 1;

/** The status code with which a connection ends whose message was too long. */
const tooBig = 1009;

/** What is heard of a request. */
export interface Heard {
  /** An answer; true if it is the last one that is wanted. */
  answer(answer: MachineAnswer): boolean;
  /** Answers have come, or the end: watchers may look. */
  look(): void;
  /** The connection is gone before its end, with the reason. */
  lost(reason: string): void;
}

/** One request to the server, and its answers until the last one. */
export class ServerRequest {
  private readonly socket: Socket;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly tooLate: ReturnType<typeof setTimeout>;
  private stage: "connecting" | "answered" | "over" = "connecting";

  constructor(
    request: Pick<MachineRequest, "kind" | "job">,
    private readonly heard: Heard,
    open: () => Socket = openSocket,
  ) {
    this.socket = open();
    this.socket.onopen = () => {
      clearTimeout(this.tooLate);
      this.send({ id: requestId, ...request });
    };
    this.socket.onmessage = (e: MessageEvent<string>) => this.receive(e.data);
    this.socket.onclose = (e) => this.lose(e);
    this.tooLate = setTimeout(() => this.lose(), patience);
  }

  /** Takes the request back. */
  cancel(): void {
    if (this.stage === "over") return;
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
    if (this.stage === "over" || (answer.id !== requestId && answer.kind !== "error")) return;
    this.stage = "answered";
    if (this.heard.answer(answer)) this.end();
    else this.timer ??= setTimeout(() => this.flush(), pace);
  }

  private flush(): void {
    this.timer = undefined;
    if (this.stage !== "over") this.heard.look();
  }

  private lose(end?: CloseEvent): void {
    if (this.stage === "over") return;
    this.heard.lost(
      end?.code === tooBig
        ? `The server refused it: ${end.reason}.`
        : this.stage === "connecting"
        ? "The server cannot be reached for measurements: the connection was refused, or something in the network does not let WebSockets through."
        : "The connection to the server was lost.",
    );
    this.end();
  }

  private end(): void {
    this.stage = "over";
    clearTimeout(this.timer);
    clearTimeout(this.tooLate);
    this.socket.close();
    this.heard.look();
  }
}

/** A trace that the server measures. */
export class ServerMeasurement {
  private state: Measurement = { ...idle, phase: "connecting", series: [] };
  private readonly request: ServerRequest;

  constructor(job: Job, tell: (m: Measurement) => void, open?: () => Socket) {
    tell(this.state);
    this.request = new ServerRequest(
      { kind: "measure", job },
      {
        answer: (answer) => {
          this.state = afterAnswer(this.state, answer);
          return !isRunning(this.state);
        },
        look: () => tell(this.state),
        lost: (error) => (this.state = { ...this.state, phase: "lost", error }),
      },
      open,
    );
  }

  /** Takes the measurement back. */
  cancel(): void {
    if (!isRunning(this.state)) return;
    this.state = { ...this.state, phase: "cancelled" };
    this.request.cancel();
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

/** True if the server that the page came from measures traces, or programs. */
export function serverMeasures(what: "traces" | "programs" = "traces"): boolean {
  const said = document.documentElement.dataset["machine"];
  return said === "yes" || said === what;
}
