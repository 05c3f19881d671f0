// The time line on the page of a running workshop: it shows an earlier moment until the user goes back to the present.

import { useEffect } from "preact/hooks";
import type { Past } from "./past";
import type { Session } from "./session";
import { TimeLine } from "./timeline";

export function LookBack({ session, past, onClose }: { session: Session; past: Past; onClose(): void }) {
  // Editing creates an own copy, and F goes back: the time line is not needed any more.
  const open = session.past.value;
  useEffect(() => {
    if (!session.past.peek()) onClose();
  }, [open]);
  return (
    <TimeLine past={past} start={past.count - 1} show={(index) => session.lookAt(past.board(index))}>
      {session.presents.value && (
        <button type="button" class="button" title="Present this moment to everybody" onClick={() => session.goOnFromHere()}>
          Go on from here
        </button>
      )}
      <button type="button" class="button primary" title="Back to what is presented (F)" onClick={() => session.toggle()}>
        Back to now
      </button>
    </TimeLine>
  );
}
