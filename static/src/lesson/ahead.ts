// Runs that begin before the pause in typing is over, when the worker has nothing else to do. Nobody sees such a run: its
// response counts when the pause ends, or a key asks for results, if the program is still the same.

import type { LessonRequest, LessonResponse } from "../api.gen";

/**
 * Milliseconds from the last key until a run begins ahead. Within a word most keys follow faster, so that few runs
 * are for nothing.
 */
export const aheadPause = 100;

/** The runs of a step's tests, one of which may have begun ahead. */
export class Runs {
  private ahead: { request: string; response: Promise<LessonResponse> } | null = null;
  /** How long the last run took, in milliseconds. */
  private took = Infinity;

  constructor(
    private readonly run: (request: LessonRequest) => Promise<LessonResponse>,
    /** The time in milliseconds that a run may have taken so that the next one begins ahead. */
    private readonly longest: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Begins a run for which nobody waits yet; does nothing where runs take long. */
  begin(request: LessonRequest): void {
    if (this.took > this.longest) return;
    const response = this.started(request);
    response.catch(() => {}); // whoever asks for the response hears of it
    this.ahead = { request: JSON.stringify(request), response };
  }

  /**
   * The response to a request: that of the run that has begun ahead if it is for the same request, otherwise that of a
   * new run. Rejects as a run does.
   */
  response(request: LessonRequest): Promise<LessonResponse> {
    const { ahead } = this;
    this.ahead = null;
    return ahead?.request === JSON.stringify(request) ? ahead.response : this.started(request);
  }

  private async started(request: LessonRequest): Promise<LessonResponse> {
    const began = this.now();
    const response = await this.run(request);
    this.took = this.now() - began;
    return response;
  }
}
