// The page's entry: its styles, and what starts it.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/notices.css";
import "./style/log.css";
import "./style/pipeline.css";
import "./style/picture.css";
import "./style/editor.css";
import "./style/run.css";
import "./style/terms.css";
import "./style/modes.css";
import "./start";
