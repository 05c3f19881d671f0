// What stands in the place of something that the module with everything in it has to draw, until that has been loaded.

import { wholeLoading } from "../controller";

/** `what` begins the sentence: "What draws both iterations". */
export function Arriving({ what }: { what: string }) {
  const loading = wholeLoading().value;
  return (
    <div class="arriving pad-6 colour-ink-2" role="status">
      {loading.kind === "failed" ? (
        <p>
          {what} could not be loaded: {loading.message}
        </p>
      ) : (
        <p>
          {what} is on its way{loading.kind === "loading" ? `, ${Math.round(loading.progress * 100)} %` : ""}.
        </p>
      )}
    </div>
  );
}
