// The lab's entry: restore what was open, start the engines, render.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/notices.css";
import "./style/log.css";
import "./style/run.css";
import { render } from "preact";
import { LabApp } from "./lab/app";
import { startFuzzing } from "./lab/fuzz/control";
import { startKeeping } from "./lab/persist";
import { startProving } from "./lab/prove/control";
import { startRules } from "./lab/rule/control";
import { startDesk } from "./lab/desk";
import { labStage } from "./lab/stage";
import { keepForOffline } from "./offline/start";
import { startSettings } from "./settings";
import { showSettled } from "./settled";
import { resumeWorkshop } from "./workshop/elsewhere";
import "./style/editor.css";
import "./style/modes.css";
import "./style/lab.css";

startSettings();
startKeeping();
startDesk();
startProving();
startFuzzing();
startRules();
const root = document.getElementById("app")!;
root.replaceChildren();
render(<LabApp />, root);
resumeWorkshop(labStage);
showSettled();
keepForOffline();
