// The rows of a picture, and the titles of its columns.

import type { Picture as Whole, PictureItem, Span } from "../api.gen";
import { type Part, PartRow, PartText, PictureFirst, PictureFold, PictureLabel, SpanComment } from "../api.gen";
import { Line } from "../pipeline/line";
import { lineText } from "./brief";
import { usePicture } from "./model";
import { Told } from "./told";
import { ofThePrevious, signs } from "./words";
import { plural } from "../ui/counts";

/** The id of a row's element. */
export function rowId(item: PictureItem): string {
  return `picture-row-${item.key}`;
}

/** The titles of the columns. */
export function SheetHead({ whole, crowded }: { whole: Whole; crowded: boolean }) {
  return (
    <div class="sheet-head grid centred minor line-below strong nowrap paper" aria-hidden="true">
      <span class="head-row">{whole.peeled ? "One iteration, as recorded" : "As recorded"}</span>
      <span class={`head-lanes regular ${crowded ? "cut" : ""}`}>
        {whole.lanes > 0 ? plural(whole.objects, "object") : ""}
        {crowded && `, ${whole.lanes} at once`}
      </span>
      <span class="head-left clip">{whole.peeled ? "In the loop, or why not" : "What is left, or why not"}</span>
    </div>
  );
}

export interface RowProps {
  item: PictureItem;
  at: number;
  chosen: boolean;
  /** Shortens the names of a line as far as there is need. */
  short(spans: readonly Span[]): Span[];
}

export function Row({ item, at, chosen, short }: RowProps) {
  const picture = usePicture();
  const top = { "--at": at };
  if (item.kind === PictureFold || item.kind === PictureFirst) return <Fold item={item} top={top} />;
  if (item.kind === PictureLabel) return <Label item={item} top={top} short={short} />;
  const code = item.left.length > 0 ? item.left : item.right;
  const { sign, words } = signs[item.fate] ?? { sign: "", words: "" };
  const stays = item.right.length > 0 && item.fate !== "moved";
  const classes = ["picture-row grid centred soft", `is-${item.fate}`];
  if (item.first) classes.push("is-first");
  if (stays) classes.push("stays");
  if (chosen) classes.push("is-chosen");
  return (
    <div
      class={classes.join(" ")}
      role="option"
      id={rowId(item)}
      aria-selected={chosen}
      data-key={item.key}
      style={top}
      onClick={() => !item.first && picture.open(item.key)}
      onDblClick={() => item.number > 0 && picture.goToSource(item.number - 1)}
    >
      <span class="row-number soft regular mono">{item.number || ""}</span>
      <span class="row-sign bold mono to-middle">
        <span aria-hidden="true">{sign}</span>
        <span class="off-screen">{words}: </span>
      </span>
      <span class="row-code row baseline slim gap-3 nowrap clip cut-line" title={item.note ? `${lineText(code)}\n${item.note}` : lineText(code)}>
        <Line spans={short(code)} />
        {item.note && <span class="row-note slim soft regular italic to-right clip">{item.note}</span>}
      </span>
      <span class="row-lanes" />
      <span class="row-left row baseline slim gap-3 nowrap clip cut-line">
        {stays && !item.first && <Line spans={short(item.right)} />}
        {(!stays || item.fate === "replaced" || item.fate === "added") && <Short item={item} />}
      </span>
    </div>
  );
}

function Short({ item }: { item: PictureItem }) {
  if (item.first) return null;
  return (
    <span class="short minor clip">
      <Told parts={shortly(item.short)} />
    </span>
  );
}

/** A short reason in the fewest words: "rows 12, 20 and 22", "made in row 27 an iteration ago". */
function shortly(parts: readonly Part[]): Part[] {
  const rows = parts.filter(([kind]) => kind === PartRow);
  return parts.map(([kind, text, value, key]) => {
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
      <span class="row-fold cut minor">
        <span aria-hidden="true">{open ? "▾" : "▸"}</span> {words}
      </span>
      {!isFirst && (
        <>
          <span class="row-lanes" />
          <span class="row-left row baseline slim gap-3 nowrap clip cut-line">
            <span class="short minor clip">
              <Told parts={item.short} />
            </span>
          </span>
        </>
      )}
    </div>
  );
}

function Label({ item, top, short }: Pick<RowProps, "item" | "short"> & { top: { "--at": number } }) {
  const picture = usePicture();
  return (
    <div class="picture-row grid centred soft is-label" role="option" aria-selected={false} id={rowId(item)} data-key={item.key} style={top}>
      <span class="row-number soft regular mono">{item.number || ""}</span>
      <span class="row-sign bold mono to-middle" />
      <span class="row-code row baseline slim gap-3 nowrap clip cut-line" title={lineText(item.left)}>
        <Line spans={short(item.left.filter(([kind]) => kind !== SpanComment))} />
      </span>
      <span class="row-lanes" />
      <span class="row-left row baseline slim gap-3 nowrap clip cut-line">{picture.whole.value?.peeled && <Line spans={short(item.right)} />}</span>
    </div>
  );
}
