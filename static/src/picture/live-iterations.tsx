// Both iterations of the loop on the page.

import { useEffect } from "preact/hooks";
import { Arriving } from "./arriving";
import { BothIterations } from "./iterations";
import { IterationsOf } from "./iterations-model";
import { iterations } from "./iterations-state";

export function Iterations() {
  useEffect(() => iterations.start(), []);
  if (!iterations.shown.value) return <Arriving what="What draws both iterations" />;
  return (
    <IterationsOf value={iterations}>
      <BothIterations />
    </IterationsOf>
  );
}
