// The words for how a run of a trace ended.

import { plural } from "../ui/counts";

/** How a run left the trace, e.g. "left through a guard"; without the number of its jumps for one that is only told by its kind. */
export function exitWords({ exit, jumps }: { exit: string; jumps?: number }): string {
  switch (exit) {
    case "guard":
      return "left through a guard";
    case "finish":
      return "finished";
    case "end":
      return "ran to its end";
    case "limit":
      return jumps === undefined ? "was stopped" : `stopped after ${plural(jumps, "jump")}`;
    case "undefined":
      return "has no meaning here";
    case "opaque":
      return "cannot be interpreted further";
    case "exhausted":
      return "used up its steps or its memory";
    default:
      return exit;
  }
}
