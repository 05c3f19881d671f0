// What a log of PyPy says around a bridge: a comparison with PyPy's result takes it, so that the page counts what the command does.

import type { CompareRequest, CompareStep, ImportResponse } from "./api.gen";

/** The traces that lead to a bridge, and the loop to which it leads; empty for every other trace. */
export type Around = Pick<CompareRequest, "path" | "loop">;

/** What the log says around a trace that was asked for. */
export function aroundOf({ path, loop }: Pick<ImportResponse, "path" | "loop">): Around {
  return { ...(path?.length ? { path } : {}), ...(loop ? { loop } : {}) };
}

/** True if the log says anything. */
export function hasAny(around: Around): boolean {
  return around.path !== undefined || around.loop !== undefined;
}

/** What a link or a draft says, without what is not of this form. */
export function aroundIn(value: unknown): Around {
  const { path, loop } = (typeof value === "object" && value !== null ? value : {}) as { path?: unknown; loop?: unknown };
  const steps = Array.isArray(path) ? path.map(stepIn).filter((step) => step !== null) : [];
  return aroundOf({ path: steps, loop: typeof loop === "string" ? loop : "" });
}

function stepIn(value: unknown): CompareStep | null {
  const { optimized, guard } = (typeof value === "object" && value !== null ? value : {}) as Record<keyof CompareStep, unknown>;
  return typeof optimized === "string" && typeof guard === "string" ? { optimized, guard } : null;
}
