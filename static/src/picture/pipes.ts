// What goes around a loop, as pipes: from what a jump passes to the label's port that receives it. Text,
// as lifelines are: the caller measures where the ends are.

import { looks, pipeAlong } from "./looks";

/** A number goes without its box, a reference leads to an object in memory. */
export interface Pipe {
  ref: boolean;
  /** Where the argument is in the jump, and the height of the label's port. */
  fromX: number;
  portY: number;
}

/** One side: the jump is at the foot of a column, the ports at the head of another. */
export interface Side {
  pipes: readonly Pipe[];
  /** The lower edge of the jump. */
  jumpY: number;
  /** The pipes climb beside this edge, to the right of it. */
  railX: number;
  /** The edge of the label at which they end, and whether they come from its left. */
  portX: number;
  fromLeft: boolean;
}

/** More pipes than this become one. */
export const maxPipes = 6;
/** What is between two pipes. */
export const pipeGap = 10;

/** The room that the rails of this many values need. */
export function railsWidth(values: number): number {
  return values === 0 ? 0 : Math.min(values, maxPipes) * pipeGap + 20;
}

/** How much room is needed after the jump. */
export function pipesFoot(values: number): number {
  return values === 0 ? 8 : 16 + Math.min(values, maxPipes) * 8;
}

const bend = 6;
/** What the innermost rail keeps from the edge: a tip and a bend. */
export const railStart = 15;

/** The elements of one side. The first pipe is the outermost one, so that none crosses another at the foot. */
export function drawPipes(side: Side): string {
  return side.pipes.map((pipe, k) => drawPipe(side, pipe, side.pipes.length - 1 - k)).join("");
}

function drawPipe(side: Side, pipe: Pipe, inner: number): string {
  const foot = side.jumpY + 9 + inner * 8;
  const rail = side.railX + railStart + inner * pipeGap;
  const r = bend;
  const turn = side.fromLeft ? `q0 ${-r} ${r} ${-r}` : `q0 ${-r} ${-r} ${-r}`;
  const end = side.fromLeft ? side.portX - 7 : side.portX + 7;
  const way =
    `M${pipe.fromX} ${side.jumpY + 2}V${foot - r}q0 ${r} ${r} ${r}H${rail - r}q${r} 0 ${r} ${-r}` + `V${pipe.portY + r}${turn}H${end}`;
  const tip = side.fromLeft ? `M${side.portX} ${pipe.portY}l-8 -4.5v9z` : `M${side.portX} ${pipe.portY}l8 -4.5v9z`;
  const casing = `<path class="hollow stroke-paper stroke-width-9" d="${way}"/>`;
  const body = pipe.ref ? `<path class="${looks.box}" d="${way}"/>` : pipeAlong(way);
  return `<g class="way${pipe.ref ? "" : " way-number"}">${casing}${body}<path class="${pipe.ref ? "fill-ink" : "fill-tok-number"}" d="${tip}"/></g>`;
}

/** The values of a side as pipes; more than six become one, to the port of the first. */
export function bundled(pipes: readonly Pipe[]): Pipe[] {
  if (pipes.length <= maxPipes) return [...pipes];
  return [{ ...pipes[0]!, ref: pipes.every((p) => p.ref) }];
}
