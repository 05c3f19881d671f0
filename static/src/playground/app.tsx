// The page: header, what is read or worked at, and the foot.

import { LogDialog } from "../log/dialog";
import { DropNote } from "../log/drop";
import { ResultDialog } from "../log/result-dialog";
import { engine, presenting, reading } from "../state";
import { later } from "../ui/later";
import { Footer } from "./footer";
import { Header } from "./header";
import { Reading } from "./reading";
import { CrashBanner, Shortcuts, Toasts } from "../layout/notices";
import { Tour } from "./tour";

function classes(): string {
  const waits = engine.value.kind === "loading" || engine.value.kind === "crashed";
  return `page${presenting.value ? " presenting" : ""}${reading.value ? " is-reading" : ""}${waits ? " is-waiting" : ""}`;
}

const Desk = later(() => import("./desk").then((m) => m.Desk));

export function App() {
  return (
    <div class={classes()}>
      <a class="skip-link" href={reading.value ? "#pane-picture" : "#pane-passes"}>
        Skip to the {reading.value ? "picture" : "passes"}
      </a>
      <Header />
      <CrashBanner />
      {reading.value ? <Reading /> : <Desk />}
      <Footer />
      <Toasts />
      <Tour />
      <Shortcuts />
      <LogDialog />
      <ResultDialog />
      <DropNote />
    </div>
  );
}
