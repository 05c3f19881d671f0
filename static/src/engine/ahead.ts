// Calls of the engine that begin before the pause in typing is over, when the worker has nothing else to do. Nobody sees such a call: its
// response counts when the pause ends, or a key asks for it, if the request is still the same.

/**
 * Milliseconds from the last key until a call begins ahead. Within a word most keys follow faster, so that few calls
 * are for nothing.
 */
export const aheadPause = 100;

/** Calls of one kind, one of which may have begun ahead. */
export class Ahead<Request, Response> {
  private begun: { request: Request; response: Promise<Response> } | null = null;
  /** How long the last call took, in milliseconds. */
  private took = Infinity;

  constructor(
    private readonly call: (request: Request) => Promise<Response>,
    private readonly same: (a: Request, b: Request) => boolean,
    /** The time in milliseconds that a call may have taken so that the next one begins ahead. */
    private readonly longest: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Begins a call for which nobody waits yet; does nothing where calls take long. */
  begin(request: Request): void {
    if (this.took > this.longest) return;
    const response = this.started(request);
    response.catch(() => {}); // whoever asks for the response hears of it
    this.begun = { request, response };
  }

  /**
   * The response to a request: that of the call that has begun ahead if it is for the same request, otherwise that of a
   * new call. Rejects as a call does.
   */
  response(request: Request): Promise<Response> {
    const { begun } = this;
    this.begun = null;
    return begun && this.same(begun.request, request) ? begun.response : this.started(request);
  }

  /** What has begun ahead counts no more: the engine starts anew. */
  forget(): void {
    this.begun = null;
  }

  private async started(request: Request): Promise<Response> {
    const began = this.now();
    const response = await this.call(request);
    this.took = this.now() - began;
    return response;
  }
}
