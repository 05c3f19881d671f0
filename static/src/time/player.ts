// Plays steps: the next one comes after this one was visible for a while.

import { signal } from "@preact/signals";

/** Steps in a second at each speed. */
export const speeds = [1, 2, 4, 10] as const;

export class Player {
  readonly playing = signal(false);
  readonly speed = signal<number>(speeds[1]);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `step` advances by one, `rewind` to the front if this is the end; it returns whether it did. */
  constructor(
    private readonly step: () => void,
    private readonly rewind: () => boolean,
  ) {}

  /** Plays from here, or from the front if this is the end; pauses if it plays. */
  toggle(): void {
    if (this.playing.peek()) return this.pause();
    this.playing.value = true;
    if (!this.rewind()) this.goOn();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.playing.value = false;
  }

  /** Called when a step is on screen. */
  goOn(): void {
    if (!this.playing.peek()) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.step, 1000 / this.speed.peek());
  }
}
