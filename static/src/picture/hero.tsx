// The top of the picture: the answer in one sentence, and the switch between the three ways to look at
// a loop, each with what it leaves.

import type { Picture as Whole, IterationCount } from "../api.gen";
import { batch } from "@preact/signals";
import { firstExample } from "../first-example";
import { bothIterations, exampleById, exampleId, passes, setPasses, setPoints, toPoint } from "../state";
import { usePicture } from "./model";
import { type Way, belowBoxes, belowOperations, headline, wayShown } from "./words";
import { formatCount, plural } from "../ui/counts";

interface HeroProps {
  /** The story is running, whose words replace the answer's. */
  told: boolean;
  /** Begins it. */
  tell: () => void;
}

export function Hero({ told, tell }: HeroProps) {
  const whole = usePicture().whole.value;
  if (!whole) return null;
  const way = wayShown(whole, toPoint.value);
  return (
    <header class={`hero gap-4-5 at-end flex spread rigid line-below reading-860px:downwards reading-860px:stretched ${told ? "is-told pad-1-4 low-499px:gone" : "pad-2-5-3 reading-1080px:pad-1-4-2"}`}>
      {told ? <h2 class="off-screen">{headline(whole, way)}</h2> : <HeroWords whole={whole} />}
      <div class={`hero-choices flex gap-4 reading-1080px:gap-2 reading-860px:stretched ${told ? "flex-1 leftwards centred to-end" : "at-end rigid reading-1080px:upwards"}`}>
        <div class={`hero-more at-end column gap-2 low-560px:sideways reading-860px:sideways reading-860px:stretched ${told ? "under-800px:gone" : ""}`}>
          {!told && exampleId.value === firstExample.id && (
            <button type="button" class="button primary hero-story reading-480px:pad-x-2 strong" title="Why the boxes vanish: eight moments, two minutes" onClick={tell}>
              <span aria-hidden="true">▶</span> The story <span class="way-long reading-480px:gone regular">2 min</span>
            </button>
          )}
          {whole.around && !(told && !whole.peeled) && <IterationViews whole={whole} />}
        </div>
        <Ways told={told} way={way} recorded={whole.recorded} one={whole.one} around={whole.around} />
      </div>
    </header>
  );
}

function HeroWords({ whole }: { whole: Whole }) {
  const example = exampleById(exampleId.value);
  return (
    <div class="hero-words fades">
      <h2 class="hero-line serif">{headline(whole, wayShown(whole, toPoint.value))}</h2>
      <p class="hero-note reading-480px:gone low-560px:gone max-width-112ch space-1 soft">
        {example ? <>{example.title}. </> : <>Your trace. </>}
        {whole.recorded.boxes === 0 ? belowOperations(whole, wayShown(whole, toPoint.value)) : <BelowBoxes whole={whole} />}
      </p>
    </div>
  );
}

/**
 * A peeled loop can be seen as one trace, or as the first iteration and the loop beside it. The choice is there before the loop is peeled, so
 * that nothing moves from one of the three ways to the next, and peels it.
 */
function IterationViews({ whole }: { whole: Whole }) {
  const both = bothIterations.value && whole.peeled;
  const showBoth = () =>
    batch(() => {
      if (!whole.peeled) look("around");
      bothIterations.value = true;
    });
  return (
    <div class="hero-views reading-860px:flex-1 segments" role="group" aria-label="What is drawn of the loop">
      <button type="button" class="reading-480px:pad-x-1" aria-pressed={!both} title="One trace (L)" onClick={() => (bothIterations.value = false)}>
        One trace
      </button>
      <button type="button" class="reading-480px:pad-x-1" aria-pressed={both} title="The first iteration beside the loop (L)" onClick={showBoth}>
        Both iterations
      </button>
    </div>
  );
}

function BelowBoxes({ whole }: { whole: Whole }) {
  return (
    <>
      Each <code class="tok-allocate">new</code> asks for a box.{" "}
      <strong class="reading-860px:gone">
        <span class="regular">Follow the lines:</span> {belowBoxes(whole, wayShown(whole, toPoint.value))}
      </strong>
    </>
  );
}

interface WaysProps {
  told: boolean;
  way: Way;
  recorded: IterationCount;
  one: IterationCount | null;
  around: IterationCount | null;
}

function Ways({ told, way, recorded, one, around }: WaysProps) {
  const isLoop = around !== null;
  return (
    <div class={`ways fades segments corners-l flex rigid reading-860px:flex-1${isLoop ? "" : " is-straight"}`} role="group" aria-label="How it is looked at">
      <WayButton told={told} way="recorded" now={way} count={recorded} of={recorded} title="recorded" />
      {one && <WayButton told={told} way="one" now={way} count={one} of={recorded} title={isLoop ? "one iteration" : "optimized"} after={isLoop ? " at a time" : ""} />}
      {around && <WayButton told={told} way="around" now={way} count={around} of={recorded} before="around " title="the loop" />}
    </div>
  );
}

interface WayButtonProps {
  told: boolean;
  way: Way;
  now: Way;
  count: IterationCount;
  of: IterationCount;
  /** The label of the button; `before` and `after` are left out if there is little room. */
  title: string;
  before?: string;
  after?: string;
}

function WayButton({ told, way, now, count, of, title, before, after }: WayButtonProps) {
  const isBoxes = of.boxes > 0;
  return (
    <button type="button" class={`way-button rigid min-width-148px centred ink text-m to-left reading-860px:flex-1-1-auto reading-860px:slim reading-860px:pad-1-2 low-560px:flex low-560px:gap-2 ${told ? "flex gap-2 pad-1-2 reading-1099px:grid reading-1099px:gap-1px" : "grid gap-1px pad-7px-10px"}`} aria-pressed={way === now} onClick={() => look(way)}>
      <span class={`way-title reading-480px:order-1 reading-480px:cut text-s ${way === now ? "" : "soft"}`}>
        {before && <span class="way-long reading-480px:gone">{before}</span>}
        {title}
        {after && <span class="way-long reading-480px:gone">{after}</span>}
      </span>
      <span class="way-count row regular">
        {isBoxes && (
          <>
            <b class="serif size-24px leading-1.1 reading-480px:size-20px">{formatCount(count.boxes)}</b> {count.boxes === 1 ? "box" : "boxes"}
          </>
        )}
        {isBoxes && of.boxes <= 6 && <Boxes made={count.boxes} of={of.boxes} />}
      </span>
      <span class={`way-operations regular minor low-560px:gone ${told ? "gone" : ""} ${isBoxes ? "reading-480px:gone" : ""}`}>
        {isBoxes ? (
          plural(count.operations, "operation")
        ) : (
          <>
            <b class="serif size-24px leading-1.1 reading-480px:size-20px">{formatCount(count.operations)}</b> {count.operations === 1 ? "operation" : "operations"}
          </>
        )}
      </span>
    </button>
  );
}

/** Boxes that have to be made, and those that need not be; the number beside them says the same. */
function Boxes({ made, of }: { made: number; of: number }) {
  const size = 13;
  return (
    <svg class="way-boxes reading-860px:gone low-560px:gone rigid" width={of * (size + 3)} height={size + 1} aria-hidden="true">
      {Array.from({ length: of }, (_, k) => (
        <rect key={k} class={k >= of - made ? "fill-paper stroke-ink stroke-width-2.2" : "fill-paper stroke-removed stroke-width-2 dashes-3-2"} x={k * (size + 3) + 1} y={1} width={size - 2} height={size - 2} rx={1.5} />
      ))}
    </svg>
  );
}

function look(way: Way): void {
  batch(() => {
    const on = passes.peek().filter((name) => name !== "peel");
    setPasses(way === "around" ? ["peel", ...on] : way === "one" ? on : passes.peek());
    setPoints(0, way === "recorded" ? 0 : -1);
  });
}
