// The connection to the server: a WebSocket or, if a network blocks that, a streaming response
// (server-sent events) with a request for each batch of messages. It reconnects by itself.

import { seatHeader, seatQuery, sit } from "../seat";
import { at } from "../site";

/** The first message of a page; it may have more fields. */
export interface Hello {
  /** Identifies the user; left out if the browser sends it. */
  word?: string;
  /** A random name of each load of a page. */
  client: string;
  [more: string]: unknown;
}

/** The response to a first message that was refused. */
export interface TurnedAway {
  kind: "turned away";
  status: number;
  words: string;
}

export interface Listener<Heard> {
  /** The first message of each connection. */
  hello(): Hello;
  heard(message: Heard): void;
  /** The connection is lost; it will be restored. */
  lost(): void;
}

/** After this many milliseconds without a message, the connection is checked; after the same time again,
 * it is given up. */
const silence = 4_000;
/** The maximum time for opening a WebSocket, in milliseconds, before the other way is tried.
 * */
const patience = 6_000;
const shortest = 250;
const longest = 8_000;

/** A way to communicate with the server. */
interface Way {
  send(message: object): void;
  close(): void;
}

export class Line<Heard extends { kind: string }> {
  private way: Way | null = null;
  private wait = shortest;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heardAt = 0;
  private asked = false;
  private closed = false;
  /** WebSockets are blocked here: none was ever opened, and one was tried. */
  private streams = false;
  private opened = false;
  private readonly watch: ReturnType<typeof setInterval>;
  private readonly wake = () => this.again(0);

  constructor(
    /** The path of the place at the server, such as `/workshop/CODE`. */
    private readonly base: string,
    private readonly listener: Listener<Heard | TurnedAway>,
  ) {
    this.watch = setInterval(() => this.look(), 1_000);
    window.addEventListener("online", this.wake);
    void this.connect();
  }

  send(message: object): void {
    this.way?.send(message);
  }

  /** Drops the connection and reconnects immediately, or after a while. */
  again(after = this.wait): void {
    if (this.closed) return;
    this.drop();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), after * (0.5 + Math.random()));
    this.wait = Math.min(longest, this.wait * 2);
  }

  close(): void {
    this.closed = true;
    this.drop();
    clearTimeout(this.timer);
    clearInterval(this.watch);
    window.removeEventListener("online", this.wake);
  }

  private drop(): void {
    const had = this.way;
    this.way = null;
    had?.close();
    if (had && !this.closed) this.listener.lost();
  }

  /** A laptop that slept or a lost network gives no signal, so the connection is checked. */
  private look(): void {
    const quiet = Date.now() - this.heardAt;
    if (!this.way || quiet < silence) return;
    if (quiet > 2 * silence && this.asked) return this.again(0);
    this.asked = true;
    this.way.send({ kind: "ping" });
  }

  private async connect(): Promise<void> {
    await sit();
    if (this.closed || this.way) return;
    this.heardAt = Date.now();
    this.asked = false;
    this.way = this.streams ? this.stream() : this.socket();
  }

  private heard(way: Way | null, text: string): void {
    if (way !== this.way) return;
    this.heardAt = Date.now();
    this.asked = false;
    const message = JSON.parse(text) as Heard | TurnedAway;
    if (message.kind !== "turned away") this.wait = shortest;
    this.listener.heard(message);
  }

  private socket(): Way {
    const url = new URL(`${at(this.base)}/socket${seatQuery()}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    const way: Way = {
      send: (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)),
      close: () => socket.close(),
    };
    const gone = () => {
      if (this.way !== way) return;
      if (!this.opened) this.streams = !this.streams; // the other way next time
      this.again();
    };
    const tooLong = setTimeout(gone, patience);
    socket.onopen = () => {
      clearTimeout(tooLong);
      socket.send(JSON.stringify(this.listener.hello()));
    };
    socket.onmessage = (e: MessageEvent<string>) => {
      this.opened = true;
      this.heard(way, e.data);
    };
    socket.onclose = () => {
      clearTimeout(tooLong);
      gone();
    };
    return way;
  }

  private stream(): Way {
    const ended = new AbortController();
    const hello = this.listener.hello();
    const waiting: object[] = [];
    let sending = false;
    const flush = async () => {
      if (sending || waiting.length === 0) return;
      sending = true;
      const messages = waiting.splice(0);
      const answer = await this.post("say", { word: this.listener.hello().word, client: hello.client, messages }, ended.signal);
      sending = false;
      if (!answer) return;
      for (const text of (await answer.json()) as object[]) this.heard(way, JSON.stringify(text));
      void flush();
    };
    const way: Way = {
      send(message) {
        waiting.push(message);
        void flush().catch(() => gone());
      },
      close: () => ended.abort(),
    };
    const gone = () => {
      if (this.way !== way) return;
      this.streams = this.opened;
      this.again();
    };
    void this.listen(way, hello, ended.signal).then(gone, gone);
    return way;
  }

  private async listen(way: Way, hello: Hello, signal: AbortSignal): Promise<void> {
    const answer = await this.post("stream", hello, signal);
    if (!answer?.body) return;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + value).split("\n\n");
      rest = parts.pop()!;
      this.heardAt = Date.now();
      for (const part of parts) if (part.startsWith("data: ")) this.heard(way, part.slice(6));
    }
  }

  /** Sends something; null if the server refused it, which is reported. */
  private async post(path: string, body: object, signal: AbortSignal): Promise<Response | null> {
    const headers = { "Content-Type": "application/json", ...(await seatHeader()) };
    const answer = await fetch(`${at(this.base)}/${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
    if (answer.ok) return answer;
    const { error } = (await answer.json().catch(() => ({ error: "" }))) as { error: string };
    if (path === "stream") this.listener.heard({ kind: "turned away", status: answer.status, words: error });
    else this.again();
    return null;
  }
}
