// A picture in another site's page: the answer in one sentence, the rows, the reason of the row that is chosen, and what the
// marks mean. It is as high as what is in it.

import type { ComponentChildren } from "preact";
import { Picture } from ".";
import { Legend } from "./legend";
import { usePicture } from "./model";
import { Reason } from "./reason";
import { headline, wayShown } from "./words";

interface Props {
  title: string;
  /** The point that is drawn, as in the state of the page. */
  to: number;
  /** The level of the heading in its page. */
  level?: 1 | 2;
  /** Stands at the end of the heading. */
  aside?: ComponentChildren;
}

export function Frame({ title, to, level = 2, aside }: Props) {
  const picture = usePicture();
  const whole = picture.whole.value;
  if (!whole) return null;
  const way = wayShown(whole, to);
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <article class="reading column grow paper frame framed clip ink" part="frame">
      <header class="frame-head reading-480px:pad-2-3-1 pad-3-4-2 gap-x-4 toolbar baseline" part="heading">
        <slot name="heading">
          <Heading class="hero-line serif">{headline(whole, way)}</Heading>
          <p class="frame-note flex-1-1-60% minor">
            {title}
            {whole.around && way !== "recorded" && <>, {way === "around" ? "around the loop" : "one iteration at a time"}</>}
          </p>
        </slot>
        {aside}
      </header>
      <div class="reading-body reading-1080px:flex reading-1080px:downwards grow grid">
        <Picture />
        {picture.why.value && (
          <aside class="margin pad-3-5-3-2 reading-1080px:rigid reading-1080px:max-height-38% reading-1080px:pad-2-4 reading-1080px:line-above column low scroll-down gap-4" part="reason" aria-label="Reason">
            <Reason />
            <button type="button" class="frame-close self-start pad-1-3 framed text-s" onClick={() => picture.open(0)}>
              Close
            </button>
          </aside>
        )}
      </div>
      <footer class="line-above" part="legend">
        <Legend />
      </footer>
    </article>
  );
}
