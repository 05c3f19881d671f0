// Both rounds of the loop on the page.

import { useEffect } from "preact/hooks";
import { Arriving } from "./arriving";
import { BothRounds } from "./rounds";
import { RoundsOf } from "./rounds-model";
import { rounds } from "./rounds-state";

export function Rounds() {
  useEffect(() => rounds.start(), []);
  if (!rounds.shown.value) return <Arriving what="What draws both rounds" />;
  return (
    <RoundsOf value={rounds}>
      <BothRounds />
    </RoundsOf>
  );
}
