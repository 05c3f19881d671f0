// The page of a saved session: its time line, what was presented, and the optimizer's results. It needs no server.

import base from "./style/base.css";
import frame from "./style/frame.css";
import pictureStyle from "./style/picture.css";
import tokens from "./style/tokens.css";
import bars from "./style/workshop.css";
import style from "./style/session.css";
import { signal } from "@preact/signals";
import { render } from "preact";
import { useMemo } from "preact/hooks";
import { Frame } from "./picture/frame";
import { PictureOf } from "./picture/model";
import { PreparedPicture, readPrepared } from "./picture/prepared";
import type { Board, Question } from "./workshop/board";
import { type KeptSession, drawnAt, pictureAt, rowAt } from "./workshop/kept";
import { Past } from "./workshop/past";
import { TimeLine, clockOf } from "./workshop/timeline";

function readSession(): KeptSession {
  const found = JSON.parse(document.getElementById("session")?.textContent ?? "null") as Partial<KeptSession> | null;
  if (found?.unboxSession !== 1) throw new Error(`expected a session of form 1 in this page, found ${found ? `form ${String(found.unboxSession)}` : "none"}`);
  if (!Array.isArray(found.lines) || found.lines.length === 0 || !Array.isArray(found.pictures) || !Array.isArray(found.shown)) throw new Error("expected a whole session in this page, found a part of one");
  return found as KeptSession;
}

function Player({ kept }: { kept: KeptSession }) {
  const past = useMemo(() => new Past(kept.lines), [kept]);
  const pictures = useMemo(() => kept.pictures.map((p) => new PreparedPicture(readPrepared(p))), [kept]);
  const index = useMemo(() => signal(past.first), [kept]);
  const board = useMemo(() => past.board(index.value), [index.value]);
  return (
    <>
      <header class="pad-y-3 pad-x-4 gap-x-4 toolbar baseline">
        <h1 class="title-m">{kept.title}</h1>
        <p class="soft">Every moment of what was presented. This page needs no server.</p>
      </header>
      <TimeLine past={past} start={past.first} show={(to) => (index.value = to)} />
      {board.question && <Asked question={board.question} />}
      <div class="grid columns-2fr-3fr under-600px:block at-start gap-4 pad-y-4 pad-x-4">
        <Presented board={board} />
        <Picture kept={kept} past={past} pictures={pictures} index={index.value} board={board} />
      </div>
    </>
  );
}

function Asked({ question }: { question: Question }) {
  return (
    <section class="session-question pad-y-3 pad-x-4 line-below" aria-label="Question">
      <h2>{question.text}</h2>
      {question.choices && (
        <ul>
          {question.choices.map((c) => (
            <li key={c} class={question.revealed && question.truth === c ? "right toned strong" : ""}>
              {c}
            </li>
          ))}
        </ul>
      )}
      <p role="status">{question.revealed ? (question.truth ? `It is ${question.truth}.` : "The answers are closed.") : "The answer is not told yet."}</p>
    </section>
  );
}

function Presented({ board }: { board: Board }) {
  const { page } = (board.view ?? {}) as { page?: unknown };
  const row = rowAt(board);
  return (
    <section class="session-text" aria-label="What was presented">
      {typeof page === "string" && page !== "/" && <p class="soft">On the page {page}</p>}
      <pre tabIndex={0}>
        {board.text.split("\n").map((line, i) => (
          <code key={i} class={i + 1 === row ? "chosen ground-hover" : ""} aria-current={i + 1 === row ? "true" : undefined}>
            {line || " "}
          </code>
        ))}
      </pre>
    </section>
  );
}

interface PictureProps {
  kept: KeptSession;
  past: Past;
  pictures: PreparedPicture[];
  index: number;
  board: Board;
}

function Picture({ kept, past, pictures, index, board }: PictureProps) {
  const here = drawnAt(board) ? pictureAt(kept.shown, index) : null;
  const picture = here && pictures[here[1]];
  const row = rowAt(board);
  useMemo(() => picture?.open(row > 0 ? picture.keyOf(row) : 0, true), [picture, row]);
  if (!here || !picture) return null;
  const old = JSON.stringify(drawnAt(board)) !== JSON.stringify(drawnAt(past.board(here[0])));
  return (
    <section class="session-picture" aria-label="What the optimizer made of it">
      {old && <p class="soft">As it was at {clockOf(past.when(here[0])) || `moment ${here[0] + 1}`}</p>}
      <PictureOf value={picture} key={here[1]}>
        <Frame title={picture.data.passes.join(", ")} to={picture.data.to} />
      </PictureOf>
    </section>
  );
}

const sheet = new CSSStyleSheet();
sheet.replaceSync([tokens, base, pictureStyle, frame, bars, style].join("\n"));
document.adoptedStyleSheets = [sheet];
const main = document.querySelector("main")!;
try {
  const kept = readSession();
  document.title = kept.title;
  render(<Player kept={kept} />, main);
} catch (error) {
  main.textContent = error instanceof Error ? error.message : String(error);
}
