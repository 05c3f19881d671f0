// All objects of the trace as a list, however many there are: what happens to each and where it leaves, each in a sentence. It
// is searched, and shows one fate only if that is wanted.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { effect, signal, untracked } from "@preact/signals";
import type { FateCounts, ListedObject, ObjectsResponse } from "../api.gen";
import { askWhole } from "../controller";
import { Line } from "../pipeline/line";
import { during } from "../settled";
import { objectsOpen } from "../state";
import { Arriving } from "./arriving";
import { picture } from "./state";
import { Told } from "./told";
import { formatCount } from "../ui/counts";

/** The number requested at first, and each time after that. */
const some = 100;

const fates: readonly { fate: keyof FateCounts; words: string }[] = [
  { fate: "never", words: "never made" },
  { fate: "late", words: "made later" },
  { fate: "made", words: "made" },
  { fate: "before", words: "existed before" },
];

const shown = signal<ObjectsResponse | null>(null);
const search = signal("");
const fate = signal<"" | keyof FateCounts>("");
const many = signal(some);

export function AllObjects() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      effect(() => {
        const of = picture.of.value;
        const asked = { search: search.value.trim(), fate: fate.value, window: { from: 0, to: many.value } };
        if (of) untracked(() => void during("objects", askWhole<ObjectsResponse>(of, "objects", "objects", asked).then((r) => r && (shown.value = r))));
      }),
    [],
  );
  useLayoutEffect(() => field.current?.focus(), []); // when it is drawn: the next key already belongs to it
  const r = shown.value;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: "nearest" }), [r !== null]);
  return (
    <section class="column gap-2 pad-top-2" ref={section} aria-label="All objects" onKeyDown={(e) => e.key === "Escape" && objectsOpen.value && (e.preventDefault(), (objectsOpen.value = false))}>
      <h3 class="headed">
        All objects <small aria-live="polite">{r && (r.found < r.all ? `${formatCount(r.found)} of ${formatCount(r.all)}` : formatCount(r.all))}</small>
      </h3>
      <input
        ref={field}
        type="search"
        class="full"
        aria-label="Find an object by its name, its class or its row"
        placeholder="Name or class"
        value={search.value}
        onInput={(e) => {
          search.value = e.currentTarget.value;
          many.value = some;
        }}
        onKeyDown={(e) => {
          if (e.key !== "ArrowDown") return;
          e.preventDefault();
          e.currentTarget.closest("section")?.querySelector<HTMLElement>(".item")?.focus();
        }}
      />
      <div class="flex wrap gap-1" role="group" aria-label="What becomes of them">
        {fates.map((f) => (
          <button key={f.fate} type="button" class="button small" aria-pressed={fate.value === f.fate} onClick={() => (fate.value = fate.peek() === f.fate ? "" : f.fate)}>
            {f.words} {r ? formatCount(r.fates[f.fate]) : ""}
          </button>
        ))}
      </div>
      {!r ? <Arriving what="What lists the objects" /> : <List r={r} />}
    </section>
  );
}

function List({ r }: { r: ObjectsResponse }) {
  if (r.rows.length === 0) return <p class="soft">{r.all === 0 ? "There are no objects in this trace." : "No object matches."}</p>;
  return (
    <>
      <ul class="column text-s" onKeyDown={walk}>
        {r.rows.map((o) => (
          <Item key={o.id} object={o} />
        ))}
      </ul>
      {r.rows.length < r.found && (
        <button type="button" class="text-button" onClick={() => (many.value += some)}>
          {formatCount(Math.min(some, r.found - r.rows.length))} more
        </button>
      )}
    </>
  );
}

/** An object: its line lights up while it has the focus or the pointer, and it leads to its row. */
function Item({ object: o }: { object: ListedObject }) {
  const light = (on: boolean) => () => (picture.hovered.value = on ? o.id : -1);
  return (
    <li class="line-above">
      <button
        type="button"
        class="item"
        aria-current={picture.lit.value === o.id}
        onClick={() => picture.open(o.at.key, true)}
        onFocus={light(true)}
        onBlur={light(false)}
        onPointerEnter={light(true)}
        onPointerLeave={light(false)}
      >
        <span class="mono anywhere">
          {o.at.number > 0 && <span class="soft">{o.at.number} </span>}
          {o.text.length > 0 ? <Line spans={o.text} /> : o.name}
        </span>
        <span class="soft regular">
          <Told parts={o.words} />
        </span>
      </button>
    </li>
  );
}

/** The arrows go from object to object, and from the first one back to the search. */
function walk(e: KeyboardEvent): void {
  const by = ({ ArrowDown: 1, ArrowUp: -1 } as Record<string, number>)[e.key];
  const list = e.currentTarget as HTMLElement;
  const items = [...list.querySelectorAll<HTMLElement>(".item")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (by === undefined || at < 0) return;
  e.preventDefault();
  (items[at + by] ?? (by < 0 ? list.closest("section")?.querySelector<HTMLElement>("input") : null))?.focus();
}
