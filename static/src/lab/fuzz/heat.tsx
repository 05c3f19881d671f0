// Which passes and rules the random traces have reached: each with its count, in
// a warmer colour for higher counts.

import type { ComponentChildren } from "preact";
import { describe } from "../../state";
import { totals } from "./control";
import { heat } from "./sequence";
import { formatCount } from "../../ui/counts";

export function Coverage() {
  const known = describe.value;
  if (!known) return null;
  const { passes, rules } = totals.value;
  const names = known.rules.map((r) => r.name);
  const reached = names.filter((name) => (rules[name] ?? 0) > 0).length;
  return (
    <div class="pad-y-4 pad-x-4">
      <Heats title="Changes by pass" counts={passes} names={known.passes.map((p) => p.name)} />
      <Heats
        title={
          <>
            Rules applied: <span class="regular soft">{`${reached} of ${names.length}`}</span>
          </>
        }
        counts={rules}
        names={names}
        dense
      />
    </div>
  );
}

interface HeatsProps {
  title: ComponentChildren;
  counts: Record<string, number>;
  names: string[];
  dense?: boolean;
}

function Heats({ title, counts, names, dense }: HeatsProps) {
  const most = Math.max(0, ...names.map((name) => counts[name] ?? 0));
  return (
    <section class="space-4">
      <h2 class="below-1 text-m sans strong">{title}</h2>
      <ul class={`lab-heat-list gap-half cards-13.5em print:cards-10.5rem ${dense ? "is-dense" : ""}`}>
        {names.map((name) => {
          const count = counts[name] ?? 0;
          return (
            <li key={name} class={`lab-heat pad-y-half pad-x-2 flex spread slim gap-2 text-s print:text-xs rounded heat-${heat(count, most)}`} style={{ "--heat": heat(count, most) }}>
              <span class="mono cut print:pre-wrap print:spills">{name}</span> <span class="rigid digits">{count > 0 ? formatCount(count) : 0}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
