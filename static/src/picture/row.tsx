// The rows of a picture, and the titles of its columns.

import type { Picture as Whole, PictureItem } from "../api.gen";
import { type Part, PartRow, PartText, PictureFirst, PictureFold, PictureLabel, SpanComment } from "../api.gen";
import { Line } from "../pipeline/line";
import { plainOf } from "../pipeline/words";
import { type Rooms, briefIn, fitsIn, lineText } from "../pipeline/brief";
import { rowNumber } from "./looks";
import { type PictureModel, usePicture } from "./model";
import { Told } from "./told";
import { carried, ofThePrevious, signs } from "./words";
import { plural } from "../ui/counts";

/** The id of a row's element. */
export function rowId(item: PictureItem): string {
  return `picture-row-${item.key}`;
}

/** The titles of the columns. */
export function SheetHead({ whole, crowded }: { whole: Whole; crowded: boolean }) {
  return (
    <div class="sheet-head low-400px:gone print:static sticky z-3 top-0 height-32px grid centred minor line-below strong nowrap paper" aria-hidden="true">
      <span class="column-3">{whole.peeled ? "One iteration, as recorded" : "As recorded"}</span>
      <span class={`head-lanes picture-559.98px:gone regular ${crowded ? "cut" : ""}`}>
        {whole.lanes > 0 ? plural(whole.objects, "object") : ""}
        {crowded && `, ${whole.lanes} at once`}
      </span>
      <span class="head-left picture-559.98px:gone ellipsis clip">{whole.peeled ? "In the loop, or why not" : "What is left, or why not"}</span>
    </div>
  );
}

export interface RowProps {
  item: PictureItem;
  at: number;
  chosen: boolean;
  rooms: Rooms;
}

export function Row({ item, at, chosen, rooms }: RowProps) {
  const picture = usePicture();
  const top = { "--at": at };
  if (item.kind === PictureFold || item.kind === PictureFirst) return <Fold item={item} top={top} />;
  if (item.kind === PictureLabel) return <Label item={item} top={top} rooms={rooms} />;
  const code = item.left.length > 0 ? item.left : item.right;
  const { sign, words } = signs[item.fate] ?? { sign: "", words: "" };
  const stays = item.right.length > 0 && item.fate !== "moved";
  const beside = rooms.result - lengthOf(item.short);
  const isTold = !stays || ((item.fate === "replaced" || item.fate === "added") && fitsIn(beside, item.right));
  const classes = ["picture-row grid centred soft", `is-${item.fate}`];
  if (item.first) classes.push("is-first");
  if (stays) classes.push("stays forced:edged");
  if (chosen) classes.push("is-chosen");
  return (
    <div
      class={classes.join(" ")}
      role="option"
      id={rowId(item)}
      aria-selected={chosen}
      data-key={item.key}
      style={top}
      onClick={(e) => !item.first && picture.open(item.key, isCut(e.currentTarget, picture))}
      onDblClick={() => item.number > 0 && picture.goToSource(item.number - 1)}
    >
      <span class={rowNumber}>{item.number || ""}</span>
      <span class="row-sign colour-removed bold mono to-middle">
        <span aria-hidden="true">{sign}</span>
        <span class="off-screen">{words}: </span>
      </span>
      <span class="row-code row baseline slim gap-3 nowrap clip cut-line" title={item.note ? `${lineText(code)}\n${item.note}` : lineText(code)}>
        <Line spans={briefIn(rooms.recorded, code, rooms.longest)} />
        {item.note && <span class="row-note picture-1200px:gone flex-1-1-0 size-0.88em ellipsis slim soft regular italic to-right clip">{item.note}</span>}
      </span>
      <span class="row-lanes" />
      <span class="row-left picture-559.98px:gone row baseline slim gap-3 nowrap clip cut-line">
        {stays && !item.first && <Line spans={briefIn(isTold ? beside : rooms.result, item.right, rooms.longest)} />}
        {isTold && <Short item={item} />}
      </span>
    </div>
  );
}

/** The titles of the columns or the end of the view cut the row: then it comes into view, as one does that is reached with keys. */
function isCut(row: HTMLElement, { scrollTop, size }: PictureModel): boolean {
  const [top, head] = [row.offsetTop - scrollTop.peek(), row.closest<HTMLElement>(".sheet-rows")?.offsetTop ?? 0];
  return top < 0 || top + row.offsetHeight > size.peek().height - head;
}

/** How many characters of code a short reason takes the place of, with the space before it. */
function lengthOf(short: readonly Part[]): number {
  return plainOf(shortly(short)).length + 3;
}

function Short({ item }: { item: PictureItem }) {
  if (item.first) return null;
  const parts = shortly(item.short);
  return (
    <span class="short ellipsis minor clip">
      {parts.map((part, i) => {
        const verb = parts[i + 1]?.[0] === PartRow ? part[1].match(/(?<=: )\w+ in $/)?.[0] : undefined;
        if (!verb) return <Told key={i} parts={[part]} />;
        return [part[1].slice(0, -verb.length), <span class="short-verb picture-740px:gone">{verb}</span>];
      })}
    </span>
  );
}

/** A short reason in the fewest words: "rows 12, 20 and 22", "rows 22, 23 and 27 more", "made in row 27 an iteration ago". */
function shortly(parts: readonly Part[]): Part[] {
  const rows = parts.filter(([kind]) => kind === PartRow);
  const more = Number(/^ and (\d+) more$/.exec(parts.at(-1)?.[1] ?? "")?.[1] ?? 0);
  const told: Part[] = more && rows.length > 2 ? [...parts.slice(0, -3), [PartText, ` and ${more + 1} more`, 0, 0]] : [...parts];
  return told.map(([kind, text, value, key]) => {
    if (text === ofThePrevious) return [PartText, " an iteration ago", 0, 0];
    if (kind !== PartRow || rows.length < 2) return [kind, text, value, key];
    return [kind, text.replace(/^row /, key === rows[0]![3] ? "rows " : ""), value, key];
  });
}

function Fold({ item, top }: { item: PictureItem; top: { "--at": number } }) {
  const picture = usePicture();
  const isFirst = item.kind === PictureFirst;
  const open = picture.opened.value.includes(item.key);
  const count = plural(item.folded ?? 0, isFirst ? "operation" : "row");
  const words = isFirst ? `First iteration, once: ${count}` : picture.stage.value ? count : `${count} as recorded`;
  return (
    <div class="picture-row grid centred soft is-fold" role="option" aria-selected={false} id={rowId(item)} data-key={item.key} style={top} onClick={() => picture.unfold(item.key)}>
      <span class="row-fold column-3 cut minor">
        <span aria-hidden="true">{open ? "▾" : "▸"}</span> {words}
        {isFirst && <span class="picture-559.98px:gone">. What it finds out, the loop need not ask again.</span>}
      </span>
      {!isFirst && (
        <>
          <span class="row-lanes" />
          <span class="row-left picture-559.98px:gone row baseline slim gap-3 nowrap clip cut-line">
            <span class="short ellipsis minor clip">
              <Told parts={item.short} />
            </span>
          </span>
        </>
      )}
    </div>
  );
}

function Label({ item, top, rooms }: Pick<RowProps, "item" | "rooms"> & { top: { "--at": number } }) {
  const whole = usePicture().whole.value;
  // The first label is the top of the loop.
  const words = whole?.peeled && item.key === 1 ? carried(whole.params) : "";
  const beside = rooms.result - words.length - 3;
  const isTold = words !== "" && fitsIn(beside, item.right);
  return (
    <div class="picture-row grid centred soft is-label" role="option" aria-selected={false} id={rowId(item)} data-key={item.key} style={top}>
      <span class={rowNumber}>{item.number || ""}</span>
      <span class="row-sign colour-removed bold mono to-middle" />
      <span class="row-code row baseline slim gap-3 nowrap clip cut-line" title={lineText(item.left)}>
        <Line spans={briefIn(rooms.recorded, item.left.filter(([kind]) => kind !== SpanComment), rooms.longest)} />
      </span>
      <span class="row-lanes" />
      <span class="row-left picture-559.98px:gone row baseline slim gap-3 nowrap clip cut-line">
        {whole?.peeled && <Line spans={briefIn(isTold ? beside : rooms.result, item.right, rooms.longest)} />}
        {isTold && <span class="picture-799.98px:gone short ellipsis minor clip">{words}</span>}
      </span>
    </div>
  );
}
