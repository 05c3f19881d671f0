// Code generated from wasm/api/types*.go by go generate ./wasm/api. DO NOT EDIT.

/** OptimizeRequest asks to take a trace through a chain of passes. */
export interface OptimizeRequest {
  /** Text is the trace in any dialect, as UTF-8. */
  text: string;
  /** Edit, if present, is used instead of Text, which is then empty. */
  edit?: Edit | null;
  /**
   * Passes are the names of the passes that are switched on, in any order;
   * the pipeline decides the order in which they run. Empty means none.
   */
  passes: string[];
  /**
   * From and To name the two points to compare: 0 is the trace as it was
   * recorded, k the result of the first k enabled passes. -1 in To means the
   * last point.
   */
  from: number;
  to: number;
  /**
   * Numbered, if not empty, prints both sides in the style of the toy posts:
   * every operation numbered after this prefix.
   */
  numbered?: string;
  /**
   * Result is the number under which the result is kept for requests about it: the last
   * 4 are kept, or the last 2 for traces of more than 50,000 operations. 0 keeps
   * nothing.
   */
  result?: number;
  /** View and Window say which items Optimized.Page should have. */
  view?: RowView | null;
  window?: Window | null;
}

/**
 * Edit says how a text differs from that of the previous request: after a key press, little of a
 * long text has changed. Lengths and places are in UTF-16 code units, and none is within a
 * character.
 */
export interface Edit {
  /**
   * Of is the result's number in the previous request. If that text is no longer known, or has
   * another length, the answer is an Absent.
   */
  of: number;
  /** Length is the length of the previous text. */
  length: number;
  /** From and To are the half-open range of it that Insert replaces. */
  from: number;
  to: number;
  insert: string;
}

/** Aside is a text that belongs in a line but is not shown in it. */
export interface Aside {
  /** Line is the line, from 0; At the place in it, in UTF-16 code units. */
  line: number;
  at: number;
  text: string;
}

/** Stage is what one pass changed compared with the point before it. */
export interface Stage {
  /** Pass is the pass's name, empty for the recorded trace. */
  pass: string;
  /**
   * Ops is the number of operations at this point: without labels and marks, with the jump or
   * finish at the end, and for a peeled trace those of the loop only.
   */
  ops: number;
  /**
   * Removed, Replaced, Added, Moved, Learned count the remarks that this pass
   * gave.
   */
  removed: number;
  replaced: number;
  added: number;
  moved: number;
  learned: number;
}

/** DiffKind says how the two sides of a row relate. */
export type DiffKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
/** DiffSame: the same operation with the same arguments on both sides. */
export const DiffSame = 0;
/** DiffArgs: the same operation, but an argument was replaced by an equal value. */
export const DiffArgs = 1;
/** DiffReplaced: another operation computes the value. */
export const DiffReplaced = 2;
/** DiffRemoved: only on the left. */
export const DiffRemoved = 3;
/** DiffAdded: only on the right. */
export const DiffAdded = 4;
/** DiffMovedFrom: on the left; Partner is the right line that it moved to. */
export const DiffMovedFrom = 5;
/** DiffMovedTo: on the right; Partner is the left line that it came from. */
export const DiffMovedTo = 6;
/** DiffComment: a line that is no operation. */
export const DiffComment = 7;

/** Diagnostic is one error or warning, pointing at exact characters. */
export interface Diagnostic {
  /** Severity is "error" or "warning". */
  severity: string;
  /** Code is the stable identifier of the message, e.g. "unknown-operation". */
  code: string;
  /** Message says what was expected and what was found, in one sentence. */
  message: string;
  /**
   * From and To delimit the span, in UTF-16 code units from the start of
   * the text (the offsets of JavaScript strings). From < To except at the
   * end of the text.
   */
  from: number;
  to: number;
  /** Line and Column are 1-based; Column counts characters. */
  line: number;
  column: number;
}

/** Input is one input of a trace. */
export interface Input {
  /** Name is the input's name in the text of a run's inputs. */
  name: string;
  /** Type is "int", "ref" or "float". */
  type: string;
  /**
   * Suggestion is a value that helps the trace to run, e.g.
   * "BoxedInteger(intval=5)".
   */
  suggestion: string;
}

/** DescribeResponse is everything that is known without a trace. */
export interface DescribeResponse {
  version: string;
  operations: Operation[];
  passes: PassInfo[];
  presets: PresetInfo[];
  rules: RuleInfo[];
  reasons: ReasonInfo[];
  examples: Example[];
}

/** Operation is one row of the operation table, for help cards and completion. */
export interface Operation {
  /** Name is the canonical name, e.g. "int_add". */
  name: string;
  /** Names are all spellings, the canonical one first. */
  names: string[];
  /** Signature shows how it is written, e.g. "int_add(int, int) → int". */
  signature: string;
  /** Group is the heading under which help lists it, e.g. "integer". */
  group: string;
  /**
   * Effect is "pure", "read", "write", "allocate", "guard", "control",
   * "visible", "bookkeeping" or "opaque".
   */
  effect: string;
  /** Doc is one sentence of meaning. */
  doc: string;
  /** Example is one line of a trace that uses it. */
  example: string;
}

/** PassInfo describes one pass. */
export interface PassInfo {
  name: string;
  title: string;
  /** Doc is one sentence; Why says why the pass has its place in the pipeline. */
  doc: string;
  why: string;
}

/** PresetInfo is a named set of passes. */
export interface PresetInfo {
  name: string;
  title: string;
  passes: string[];
}

/** RuleInfo is one rewrite rule. */
export interface RuleInfo {
  name: string;
  text: string;
  doc: string;
}

/** ReasonInfo is one kind of reason that a remark can give. */
export interface ReasonInfo {
  id: string;
  doc: string;
}

/** Example is a trace that the page offers. */
export interface Example {
  id: string;
  group: string;
  title: string;
  note: string;
  text: string;
  preset: string;
  inputs: string;
  /**
   * PyPy is what PyPy made from the trace, according to its log, if that is
   * known.
   */
  pypy?: string;
}

/** VersionResponse names the build. */
export interface VersionResponse {
  version: string;
  go: string;
}

/**
 * ErrorResponse is returned instead of any other response when the request
 * itself cannot be used (unknown function, malformed JSON, too large).
 */
export interface ErrorResponse {
  error: string;
}

/** DocumentRequest asks for a result as a document, as `unbox show` writes them. */
export interface DocumentRequest {
  result: number;
  /** Form is "html", one file that needs nothing else, or "columns", an SVG with both sides next to each other. */
  form: string;
  title: string;
  /** Left and Right are the names of both sides. */
  left: string;
  right: string;
  /** Theme is "light", "dark", or "" for what the reader's system has. */
  theme: string;
}

/** DocumentResponse is the document. */
export interface DocumentResponse {
  text: string;
}

/** EditedRequest asks for items of such a comparison. */
export interface EditedRequest {
  /**
   * Edit is a number for the comparison. With Before and After a new one is made; without them the last one is used. If
   * that has another number, the answer is an Absent.
   */
  edit: number;
  before?: EditedSide | null;
  after?: EditedSide | null;
  view: RowView;
  window: Window;
  /** Layout asks for the layout as well. */
  layout: boolean;
}

/** EditedSide is a trace with the passes that are on. */
export interface EditedSide {
  text: string;
  passes: string[];
}

/**
 * EditedResponse has the items that were asked for. Left is before the edit, Right after it; the reason of a row
 * that differs says what happened to it on the other side.
 */
export interface EditedResponse {
  /** Whole is set if a new comparison was made. */
  whole?: Edited | null;
  page: Page;
  layout?: Layout | null;
}

/** Edited is what is said about a whole comparison. */
export interface Edited {
  /** Problem says why there is no comparison, "" if there is one. */
  problem: string;
  /** Sum is about the two results, as about two points of one pipeline. */
  sum: Optimized;
  /** Recorded are the rows in which the recorded traces differ, at most 40 of RecordedCount. */
  recorded: DiffRow[];
  recordedCount: number;
  /**
   * Others are rows that neither result has, but for a different reason than before; at most 100 of
   * OthersCount.
   */
  others: EditedReason[];
  othersCount: number;
}

/** EditedReason is a row that is in neither result. */
export interface EditedReason {
  /** Number is the number of the row after the edit, and Text the row as recorded. */
  number: number;
  text: Span[];
  /** Before and After are the reasons in a few words, PassBefore and PassAfter the passes that gave them. */
  before: Part[];
  after: Part[];
  passBefore: string;
  passAfter: string;
}

/** EditedWhyRequest asks what happened to a row before the edit and after it. */
export interface EditedWhyRequest {
  edit: number;
  row: number;
}

/** EditedWhyResponse says it of both sides. */
export interface EditedWhyResponse {
  before: WhyLine[];
  after: WhyLine[];
}

/** HistoryRequest asks for the history of a row, through all passes that are on. */
export interface HistoryRequest {
  result: number;
  /**
   * Key is the row's key, as in pictures; if it is 0, Number is the row's
   * number.
   */
  key?: number;
  number?: number;
}

/** HistoryResponse has it. */
export interface HistoryResponse {
  /**
   * Key and Number are those of the row; Number is 0 if the key belongs to no row, and then there is no
   * history.
   */
  key: number;
  number: number;
  /** Text is the row as it was recorded. */
  text: Span[];
  /** Passes are those that are on, in their order. */
  passes: HistoryPass[];
}

/** HistoryPass is what changed when a pass joined those before it. */
export interface HistoryPass {
  pass: string;
  /** Point is the number of the point after it, from 1 on. */
  point: number;
  /** Changes are none if the pass left the row alone. */
  changes: HistoryChange[];
}

/** HistoryChange is a change of a row, or of one of its copies. */
export interface HistoryChange {
  /**
   * Iteration says which copy changed: "" for the only one, otherwise "first", "loop"
   * or "both".
   */
  iteration: string;
  /**
   * Kind is "copied" (it is in the peeled loop, too), "args" (its arguments are other values), "replaced", "moved",
   * "removed", "back" (it is there again), "reason" (it stays gone, or as it is, for another reason) or "learned" (its
   * result is known from a guard on) or "single" (the loop is not peeled with this pass, so there is no copy any more).
   */
  kind: string;
  /**
   * Text is the operation as it is now, empty if it is gone. Value is then the name of what has replaced its
   * result, "" if nothing has.
   */
  text: Span[];
  value: string;
  /**
   * Reason is the optimizer's, Rule the rule that fired, and Because what the reason rests on beyond the rows
   * that it names. They are empty if there is no remark.
   */
  reason: Part[];
  rule?: string;
  because: ExplainStep[];
}

/** Illustration is an illustration with what its kind needs. */
export interface Illustration {
  /**
   * Kind is "diff" (the rows before and after), "lifelines" (with the objects beside them), "loop" (both iterations of a peeled loop), "steps"
   * (the optimizer at each row), "objects" (what is known before one row, drawn), "program" (a program that ran, and what happened to its
   * loops), or "race" (what a learner's parts make from a trace, next to ours).
   */
  kind: string;
  /**
   * Picture is there for all kinds except steps, objects and programs; for these it is
   * null.
   */
  picture: Prepared | null;
  /** Row is the number of the row whose reason is open, or before which the objects are drawn; 0 for none. */
  row: number;
  /** Loop has all items of both iterations, for a loop. */
  loop: LoopResponse | null;
  /** Moments are those of all rows, for steps, or the one of a row, for objects; Rows are the rows next to them. */
  moments: MomentResponse[];
  rows: MomentRow[];
  /** Operations says what the operations in the rows of moments do. */
  operations: PreparedOperation[];
  /** Program is the one that ran; null for all other kinds. */
  program: IllustratedProgram | null;
  /** Race is one; null for all other kinds. */
  race: IllustratedRace | null;
}

/** IllustratedRace is a trace with everything that races on it. */
export interface IllustratedRace {
  /**
   * Text is the recorded trace, Inputs what it runs on, Yours the learner's function that makes a block from a
   * block.
   */
  text: string;
  inputs: string;
  yours: string;
  /**
   * Recorded is the number of operations of a recorded iteration, Ours the number that our passes leave, Passes which passes these are. The
   * jump counts.
   */
  recorded: number;
  ours: number;
  passes: string[];
  /**
   * Elsewhere is the time of the whole program in other engines; When and Where say when and
   * where it was measured.
   */
  elsewhere: RaceTime[];
  when: string;
  where: string;
}

/**
 * RaceTime is the time of a program in an engine: nanoseconds for one iteration of its
 * loop.
 */
export interface RaceTime {
  engine: string;
  time: number;
}

/** IllustratedProgram is a program with what happened to it. */
export interface IllustratedProgram {
  text: string;
  /** Threshold and Bridges are as in ProgramRequest. */
  threshold: number;
  bridges: boolean;
  /** State is the state at its end, with everything that it wrote. */
  state: ProgramState;
  /** Exits are all exits at which its traces were left. */
  exits: IllustratedExit[];
}

/** IllustratedExit is what is done at an exit; its numbers are those of a ProgramExitRequest. */
export interface IllustratedExit {
  loop: number;
  part: number;
  guard: number;
  rebuilt: ProgramExitResponse;
}

/** FuzzOptions choose a sequence of random traces and what is tried on them. */
export interface FuzzOptions {
  /** Seed chooses the sequence, from 0 to FuzzStartResponse.MaxSeed. */
  seed: number;
  /**
   * Length is the approximate number of operations of a trace, 0 for the usual
   * number.
   */
  length?: number;
  /**
   * Passes are the names of those that run. With none, half of the traces run with
   * all passes, and half with some of them.
   */
  passes: string[];
  /** Bug is the name of a planted bug, empty for none. */
  bug?: string;
  /**
   * Prove is the number of steps that the prover's solver may take for each
   * question about a trace, 0 if the prover is not asked. Steps count work, not
   * time, so answers depend on nothing else.
   */
  prove?: number;
}

/** FuzzStartResponse says what can be chosen; the request is empty. */
export interface FuzzStartResponse {
  /** Bugs are those that this build can plant: none but in the lab's own module. */
  bugs: PlantedBug[];
  /** MaxCount is the largest FuzzStepRequest.Count, MaxSeed the largest seed. */
  maxCount: number;
  maxSeed: number;
}

/**
 * PlantedBug is a bug that can be planted in the optimizer, to see whether it is
 * found.
 */
export interface PlantedBug {
  name: string;
  pass: string;
  /** Doc says in one sentence what is wrong. */
  doc: string;
}

/**
 * FuzzStepRequest asks to try some traces of a sequence. The answer depends on
 * nothing else, so Next is enough to continue.
 */
export interface FuzzStepRequest {
  options: FuzzOptions;
  /** Next is the number of the first trace to try, Count the number of traces. */
  next: number;
  count: number;
  /** Findings is the number of findings after which it stops; 0 means 100. */
  findings?: number;
}

/** FuzzStepResponse says what was found and seen. */
export interface FuzzStepResponse {
  /** Next is the trace to continue with. */
  next: number;
  findings: FuzzFinding[];
  /** Traces and Operations are the numbers of traces and of their operations. */
  traces: number;
  operations: number;
  /**
   * Agreed counts pairs of runs that did the same, Undefined those that could not be
   * compared because the recorded trace has no meaning on the inputs.
   */
  agreed: number;
  undefined: number;
  /**
   * Questions is the number of questions that the prover's solver was asked; Proved
   * and Unknown count the traces that were proved, and those that were neither that
   * nor refuted.
   */
  questions: number;
  proved: number;
  unknown: number;
  /**
   * Passes and Rules count what passes changed and how often rules were applied;
   * those with a count of 0 are left out.
   */
  passes: NamedCount[];
  rules: NamedCount[];
}

/** NamedCount says how often something happened. */
export interface NamedCount {
  name: string;
  count: number;
}

/** FuzzFinding is a trace that the optimizer failed on. */
export interface FuzzFinding {
  /** Index is its number in the sequence. */
  index: number;
  /** Kind is "differs", "malformed", "panics", "unprintable" or "hangs". */
  kind: string;
  /**
   * Oracle is what found it: "interpreter", "checker", "optimizer", "printer",
   * "prover".
   */
  oracle: string;
  /** Title says in one line what failed, Detail says more. */
  title: string;
  detail: string;
  /** Passes are those that ran. */
  passes: string[];
  /** Inputs are those on which it failed, empty if it is not about inputs. */
  inputs: string;
  /**
   * Trace are the lines of the trace, After those of what the optimizer made from it, if
   * anything. In one trace the same value has the same number.
   */
  trace: Span[][];
  after: Span[][];
}

/** FuzzShrinkRequest asks to shrink a finding. */
export interface FuzzShrinkRequest {
  options: FuzzOptions;
  /** Index is the finding's. */
  index: number;
  /**
   * Tries bounds the number of smaller traces that are tried, 0 for the usual
   * bound.
   */
  tries?: number;
}

/** FuzzShrinkResponse is a shrunk finding. */
export interface FuzzShrinkResponse {
  finding: FuzzFinding;
  /** Before and Operations are the numbers of operations before and after. */
  before: number;
  operations: number;
  /** Tries is the number of smaller traces that were tried. */
  tries: number;
  /** Case is the finding as a text test of the optimizer, empty if it cannot be one. */
  case: string;
}

/**
 * ProveRequest asks whether two traces do the same for all inputs: two points of a
 * pipeline, or a recorded trace and another text.
 */
export interface ProveRequest {
  /** Text is the recorded trace. */
  text: string;
  /**
   * Other, if it is not empty, is the trace to compare it with. Which guards
   * correspond is found by what they ask; "from 7, 12" after a guard says that
   * it asks the questions of rows 7 and 12 of Text. Passes, From and To then do not count.
   */
  other?: string;
  /** Passes, From and To are as in OptimizeRequest. */
  passes?: string[];
  from?: number;
  to?: number;
  /**
   * Solver is "builtin", which is also the meaning of "", or where programs can
   * be started "z3", "cvc5" or "bitwuzla".
   */
  solver?: string;
  /** Width is the width of integers in bits: 8, 16, 32 or 64; 0 means 64. */
  width?: number;
  /** Unroll is the number of iterations of a loop that are looked at; 0 means 3. */
  unroll?: number;
  /** Timeout is the maximum time for a question in milliseconds; 0 means 10,000. */
  timeout?: number;
}

/**
 * ProveResponse is a verdict. It is the only response that depends on more than
 * the request: on the speed of the machine.
 */
export interface ProveResponse {
  /**
   * Diagnostics and OtherDiagnostics are the errors in the texts. If there is at
   * least one error, everything below is empty.
   */
  diagnostics: Diagnostic[];
  otherDiagnostics: Diagnostic[];
  /**
   * Status is "proved", "refuted", "unknown" or "vacuous"; Summary says it in one
   * line.
   */
  status: string;
  summary: string;
  /** Reason says why it is unknown, or vacuous: which operation lets no input pass. */
  reason?: string;
  /**
   * Width, Unroll, Loop and Solver say what it holds for: integers of Width bits
   * and, if there is a loop, Unroll of its iterations.
   */
  width: number;
  unroll: number;
  loop: boolean;
  solver: string;
  /** Time is in milliseconds. */
  time: number;
  /** Queries are the questions in the order of the traces. */
  queries: ProofQuery[];
  /**
   * Counterexample is set if the traces were refuted, or if the solver has one
   * that the interpreter did not confirm.
   */
  counterexample?: Counterexample | null;
}

/** ProofQuery is one question of a proof. */
export interface ProofQuery {
  /** Kind is "guard", "removed", "added", "exit", "effect", "defined" or "end". */
  kind: string;
  /** What says in words what the question is. */
  what: string;
  /**
   * Before and After are the lines that it is about, from 1; 0 for none. They are
   * lines of the texts in the request, or of printed traces for points after the
   * first.
   */
  before: number;
  after: number;
  /** Iteration counts from 1 in loops, and is 0 elsewhere. */
  iteration: number;
  /**
   * Status is "proved", "refuted" or "unknown"; Same means that both sides came to
   * the same terms, so no solver had to be asked.
   */
  status: string;
  same: boolean;
  reason?: string;
  /** Time is in milliseconds; By is the part of the solver that settled it. */
  time: number;
  by?: string;
}

/** Counterexample is an input on which two traces differ. */
export interface Counterexample {
  /** Inputs has the form of RunRequest.Inputs. */
  inputs: string;
  /** Values are the inputs one by one, Objects the heap at the start. */
  values: WordValue[];
  objects: Object[];
  /** Query is the index of the question that it answers. */
  query: number;
  /**
   * Replayed means that the interpreter saw the traces differ; Reason is the first
   * difference.
   */
  replayed: boolean;
  reason?: string;
  /** Hostile means that they differ only if the outside changes objects. */
  hostile: boolean;
  /** Before and After are the two runs; empty if it was not replayed. */
  before?: ProofRun | null;
  after?: ProofRun | null;
}

/**
 * WordValue is an input in all the ways in which a word can be read: its value as in
 * NamedValue, and three more, which are empty for references.
 */
export interface WordValue {
  name: string;
  type: string;
  value: Span;
  unsigned?: string;
  hex?: string;
  binary?: string;
}

/** ProofRun is how one of two traces ran on a counterexample. */
export interface ProofRun {
  /** All of them are as in Outcome. */
  exit: string;
  at: Line | null;
  detail?: string;
  values: NamedValue[];
  effects: Span[][];
  heap: Object[];
}

/** SmtRequest asks for the questions that a ProveRequest would ask a solver. */
export interface SmtRequest {
  text: string;
  other?: string;
  passes?: string[];
  from?: number;
  to?: number;
  width?: number;
  unroll?: number;
}

/** SmtResponse is the script. */
export interface SmtResponse {
  diagnostics: Diagnostic[];
  otherDiagnostics: Diagnostic[];
  /** Script is SMT-LIB 2 text; the traces are equivalent if every answer is unsat. */
  script: string;
  /** Questions is the number of its questions. */
  questions: number;
  /** Reason says why there is no script. */
  reason?: string;
}

/**
 * RuleRequest asks whether rewrite rules are correct, and what they do to a
 * trace.
 */
export interface RuleRequest {
  /** Text is the trace that the rules are applied to, empty for none. */
  text: string;
  /** Rules are the rules, as in the file of the built-in ones. */
  rules: string;
  /**
   * Passes are those of the run on the trace, as in OptimizeRequest; empty for the
   * preset "loop".
   */
  passes?: string[];
  /** Solver is as in ProveRequest. */
  solver?: string;
  /**
   * Timeout is the maximum time for the proof of one rule in milliseconds; 0
   * means 10,000.
   */
  timeout?: number;
}

/**
 * RuleResponse is the outcome for the rules. It depends on the speed of the
 * machine.
 */
export interface RuleResponse {
  /**
   * Errors are those in the rules, Diagnostics those in the trace. Rules without
   * errors are tried all the same.
   */
  errors: Diagnostic[];
  diagnostics: Diagnostic[];
  /**
   * Status is "refuted" if a rule is, "proved" if all are, otherwise "unknown";
   * empty if there are no rules.
   */
  status: string;
  rules: RuleVerdict[];
  /**
   * Ends means that rewriting with these rules and the built-in ones is known to
   * end.
   */
  ends: boolean;
  /** Remarks are further remarks, as sentences without their period. */
  remarks: string[];
  /** Applied is what the rules do to the trace. */
  applied?: RuleApplied | null;
}

/** RuleVerdict is what is known of one rule. */
export interface RuleVerdict {
  name: string;
  text: string;
  /** Line is where the rule begins, from 1. */
  line: number;
  /**
   * Status is "proved", "refuted" or "unknown"; Summary says it in one line,
   * Reason says why it is unknown.
   */
  status: string;
  summary: string;
  reason?: string;
  /**
   * Width is the width of integers in bits; By is what settled it: "terms",
   * "solver", "cases", "whole numbers" or "trying". Time is in milliseconds.
   */
  width: number;
  solver: string;
  by?: string;
  questions: number;
  time: number;
  /** Counterexample is set if the rule is refuted. */
  counterexample?: RuleCounterexample | null;
  /** Never means that no numbers satisfy the condition. */
  never?: boolean;
  /**
   * Before and After are the weights of pattern and target; Copied are names that
   * occur more often in the target.
   */
  before: number;
  after: number;
  copied: string[];
  /** Loop is set if rewriting does not end. */
  loop?: RuleLoop | null;
  /** Hidden is a rule that always matches first. */
  hidden?: string;
  /**
   * Fired is the number of changes of the trace that have this rule as their
   * reason.
   */
  fired: number;
}

/** RuleCounterexample are numbers for which the two sides of a rule differ. */
export interface RuleCounterexample {
  values: WordValue[];
  /**
   * Pattern and Target are what the sides give: a number, "overflows" or "no
   * meaning". Reason says it in a sentence.
   */
  pattern: string;
  target: string;
  reason: string;
}

/** RuleLoop is rewriting that does not end. */
export interface RuleLoop {
  /** Rules fire one after the other; Steps are the expressions from the first one on. */
  rules: string[];
  steps: string[];
  /** Grows means that the expressions become longer instead of repeating. */
  grows: boolean;
  text: string;
}

/** RuleApplied is what rules did to a trace. */
export interface RuleApplied {
  /**
   * Rows are the recorded trace next to what the passes make from it with the
   * rules.
   */
  rows: LinePair[];
  /** Needless means that the passes make the same from it without the rules. */
  needless: boolean;
  /** Fired is the number of changes that have one of the rules as their reason. */
  fired: number;
}

/**
 * LinePair is a line of one side, or a line of each side for the same
 * operation.
 */
export interface LinePair {
  kind: DiffKind;
  /**
   * Left and Right are the lines as in Line.Spans, empty where a side has none. A value has the
   * same number on both sides.
   */
  left: Span[];
  right: Span[];
}

/**
 * LessonRequest asks to judge a learner's program by the tests of a lesson, or to
 * apply a pass in it to a trace.
 */
export interface LessonRequest {
  /** Prelude is what the lesson provides: program and tests see its names. */
  prelude?: LessonFile[];
  /** Parts are functions of other programs, which all of these see by their names. */
  parts?: LessonPart[];
  /**
   * Code is what the learner wrote. Functions in it whose names begin with
   * "test_" run as well, after all others.
   */
  code: LessonFile;
  /**
   * Tests see all names of Prelude and Code; each function whose name begins with
   * "test_" is a test.
   */
  tests?: LessonFile[];
  /** Without are functions of the language that Code must not use. */
  without?: string[];
  /** Only are the names of the test functions to run; empty means all. */
  only?: string[];
  /** Foreign replaces a function of Code while the tests run. */
  foreign?: LessonForeign | null;
  /** Apply asks for a trace instead of tests. */
  apply?: LessonApply | null;
  /**
   * Compare asks for a comparison of two traces instead of tests; then there is no
   * Code.
   */
  compare?: LessonPair | null;
  /** Limits bound what the program may use; 0 means the usual limits of lessons. */
  limits: LessonLimits;
  /**
   * Judged are hashes, in base64, of pairs of random traces that the judge has found to
   * agree: they are not judged again.
   */
  judged?: string;
}

/** LessonFile is a piece of a lesson's program. */
export interface LessonFile {
  /** Name is its name in errors. All files of a request need different names. */
  name: string;
  text: string;
  /** TaskID is the number of the task that the tests of the file belong to. */
  taskId?: number;
}

/**
 * LessonPart is a function of another program, such as one that the learner wrote in an earlier step. The two programs see nothing else of
 * each other.
 */
export interface LessonPart {
  /** Name is the function's name here, Function its name in its program, which consists of Prelude and Code. */
  name: string;
  function: string;
  prelude?: LessonFile[];
  code: LessonFile;
}

/** LessonApply asks to apply a learner's pass to a trace. */
export interface LessonApply {
  /** Function is the name of the pass: it takes a Block and returns one. */
  function: string;
  /** Trace is the text of the trace, in any dialect. */
  trace: string;
}

/**
 * LessonForeign is a pass in another language. Its answers come from outside: a run stops
 * a test at the first trace whose answer is not known, and lists those traces in
 * LessonResponse.Asked.
 */
export interface LessonForeign {
  /** Function is the name of the function that it replaces. */
  function: string;
  /** Known are the answers so far. */
  known?: LessonAnswer[];
}

/** LessonAnswer is what a foreign pass made from one trace. */
export interface LessonAnswer {
  before: string;
  after?: string;
  /** Error says why there is no After. */
  error?: string;
}

/** LessonPair are two traces: what a pass was given, and what it made from it. */
export interface LessonPair {
  before: string;
  after: string;
}

/**
 * LessonLimits bound what a program may use. They are counts, so a program stops
 * at the same place on every machine.
 */
export interface LessonLimits {
  /**
   * Steps is the maximum number of the interpreter's instructions for one test,
   * TotalSteps for all tests together.
   */
  steps?: number;
  totalSteps?: number;
  /**
   * Memory is the maximum number of bytes that one test may allocate, Output the
   * number that it may print.
   */
  memory?: number;
  output?: number;
}

/**
 * LessonResponse is the result of the tests: Exercism's results.json, version 3,
 * with additional fields.
 */
export interface LessonResponse {
  /** Version is 3. */
  version: number;
  /**
   * Status is "pass", "fail" (a test did not pass) or "error" (the program could
   * not be run, or the pass not be applied).
   */
  status: string;
  /** Message says what is wrong if Status is "error". */
  message?: string;
  /** Tests are in the order of the files. */
  tests: LessonTest[];
  /** Problems are the places that Message is about. */
  problems: LessonProblem[];
  /**
   * Output is what the program printed before any test began, or while the pass
   * was applied.
   */
  output?: string;
  /** Trace is the result of LessonRequest.Apply. */
  trace?: string;
  /**
   * Change answers LessonRequest.Compare: what is DiffRemoved the pass has removed, what is
   * DiffAdded it has added. Status is then the judge's verdict on the two traces, Message
   * explains it, and Outcomes compares what they did on inputs on which they differ.
   */
  change?: LessonDiff | null;
  outcomes?: LessonDiff | null;
  /** Asked are the traces whose answers LessonRequest.Foreign does not know. */
  asked?: string[];
  /** Steps is the total amount of work. */
  steps: number;
}

/** LessonTest is one test's result. */
export interface LessonTest {
  /** Name is the test's docstring, or its function's name in words. */
  name: string;
  /**
   * Status is "pass", "fail" (something was not as expected) or "error" (the
   * program stopped).
   */
  status: string;
  /** Message says what was expected and what was found. */
  message?: string;
  /** Output is what was printed while the test ran. */
  output?: string;
  /** TaskID is the number of the task that the test belongs to, 0 for none. */
  task_id?: number;
  /** TestCode is the test's source. */
  test_code: string;
  /**
   * Function is the name of the test's function; File and Line are where it is;
   * lines count from 1.
   */
  function: string;
  file: string;
  line: number;
  /**
   * Diff compares the expected trace with the actual one, if the test compared
   * traces.
   */
  diff?: LessonDiff | null;
  /** Problem is where the test stopped. */
  problem?: LessonProblem | null;
  /** Steps is the amount of work of the test. */
  steps: number;
}

/**
 * LessonDiff compares two traces operation by operation; which number a result has
 * does not matter.
 */
export interface LessonDiff {
  /**
   * Rows are DiffSame, DiffArgs (the same operation, but its arguments differ), DiffRemoved (only
   * expected) or DiffAdded (only actual).
   */
  rows: LinePair[];
}

/** LessonProblem is an error with its place. */
export interface LessonProblem {
  /** Message says what was expected and what was found. */
  message: string;
  /**
   * Limit is "steps", "memory", "output", "calls" or "size" if the program used up
   * what it may use.
   */
  limit?: string;
  /**
   * File, Line and Column are the place in the learner's own code if the error
   * came through it, otherwise in the test. Both numbers are 1-based; columns
   * count characters. They are 0 if there is no place.
   */
  file?: string;
  line?: number;
  column?: number;
  /**
   * Stack has the open calls, the innermost first; Omitted is the number of
   * calls in the middle that were left out.
   */
  stack: LessonFrame[];
  omitted?: number;
}

/** LessonFrame is one open call. */
export interface LessonFrame {
  /** Function is "" for the program itself. */
  function: string;
  file: string;
  line: number;
  column: number;
}

/** LockstepRequest asks for one moment of both runs. */
export interface LockstepRequest {
  result: number;
  /**
   * Inputs are those of a RunRequest, and Steps its limit of jumps. Objects and results that only the logged
   * program knows are made up.
   */
  inputs: string;
  steps: number;
  /** At is the moment; it is brought into the range of existing moments. */
  at: number;
  /** Key, if it is not 0, asks instead for the moment after the row with that key has run in iteration Iteration, from 0. */
  key?: number;
  iteration?: number;
  /** Part asks for the moment at which the runs start to differ. */
  part?: boolean;
}

/** LockstepResponse is one moment of both runs. */
export interface LockstepResponse {
  /** InputDiagnostics are the errors in the inputs; if there are any, everything below is empty. */
  inputDiagnostics: Diagnostic[];
  /**
   * Found is false if the run does not reach the row, or if the runs do not differ; the answer is then the
   * moment At.
   */
  found: boolean;
  /** At is the moment, Last the last one: both runs are over. */
  at: number;
  last: number;
  /**
   * Iteration counts the iterations from 0, Iterations is the number that the recorded run
   * begins.
   */
  iteration: number;
  iterations: number;
  /** IterationFrom and IterationTo are the moments of this iteration. */
  iterationFrom: number;
  iterationTo: number;
  /** Key and Number are those of the row that ran last, 0 before the first one. */
  key: number;
  number: number;
  /**
   * Verdict and Reason are those of a RunResponse. Parts is the moment at which the runs start to differ, -1 if
   * they do not.
   */
  verdict: string;
  reason: string;
  parts: number;
  /** Before and After are the runs. */
  before: RunSide;
  after: RunSide;
}

/** RunSide is a run at a moment. */
export interface RunSide {
  /**
   * Rows are the operations of the current iteration, at most 120 around the one that ran last; Above and Below
   * are the numbers of those that were left out.
   */
  rows: RunRow[];
  above: number;
  below: number;
  /**
   * Objects are those in memory that can be reached, at most 200; More is the number of objects
   * that were left out.
   */
  objects: RunObject[];
  more: number;
  /**
   * Operations is the number of operations that ran, Boxes the number of objects that were
   * allocated.
   */
  operations: number;
  boxes: number;
  /** Exit is how the run ended, null while it continues. */
  exit: RunExit | null;
}

/** RunRow is an operation of a run. */
export interface RunRow {
  /** Key and Number are those of the recorded row, 0 for what a pass added. */
  key: number;
  number: number;
  spans: Span[];
  /** State is "done", "now" (it ran at this moment) or "ahead". */
  state: string;
  /**
   * Value is its result, "" if it has none yet. Object is the index in RunSide.Objects of what it refers to,
   * -1 for none.
   */
  value: string;
  object: number;
  /** Differs means that the recorded run has another value here. */
  differs?: boolean;
}

/** RunObject is an object or array in memory. */
export interface RunObject {
  name: string;
  class: string;
  /** Length is the length of an array, null for objects. */
  length: number | null;
  fields: RunField[];
  more: number;
  /** Rebuilt means that the exit made it from its description. */
  rebuilt: boolean;
}

/** RunField is a field or an item. Object is as in RunRow. */
export interface RunField {
  name: string;
  value: string;
  object: number;
}

/** RunExit is how a run ended. */
export interface RunExit {
  /** Kind is as in an Outcome, Detail says more. */
  kind: string;
  detail: string;
  /** Key and Number are those of the row that it ended at, 0 for none. */
  key: number;
  number: number;
  values: RunField[];
}

/** ImportRequest asks for the traces of a log of PyPy. */
export interface ImportRequest {
  /** Text is a raw log (PYPYLOG=jit-log-noopt,jit-log-opt:FILE), or one trace. */
  text: string;
  /** Trace is the number of the trace whose text is requested, 0 for none. */
  trace: number;
}

/** ImportResponse lists the traces of a log. */
export interface ImportResponse {
  /** Traces are in the order of the log. */
  traces: LogTrace[];
  /** Text is the trace that was asked for. */
  text?: string;
  /** Path and Loop are for a recorded bridge that was asked for: what a CompareRequest takes with it. */
  path?: CompareStep[];
  loop?: string;
}

/** LogTrace is one trace of a log. */
export interface LogTrace {
  /** Number counts the traces of the log from 1. */
  number: number;
  /**
   * Kind is "recorded", or "loop" and "bridge" for what PyPy's optimizer made
   * from a recorded trace, or "short preamble".
   */
  kind: string;
  /** Title is PyPy's own, without "# "; empty if there is none. */
  title: string;
  /** Place is the place in the program at which the trace begins, if it is known. */
  place: string;
  /**
   * Ops is the number of operations, counted as everywhere; PyPy's title has a different number, which
   * includes marks and labels.
   */
  ops: number;
  /**
   * Partner is the number of the trace that belongs to this one: the optimized
   * one of a recorded trace, the recorded one of all others; 0 if there is none.
   */
  partner: number;
  /**
   * Guard is the address of the guard that a bridge begins at; Parent is the
   * number of the trace with that guard, 0 if it is not in the log.
   */
  guard?: string;
  parent?: number;
  /** Truncated means that the log ends before the trace does. */
  truncated?: boolean;
}

/** CompareRequest asks for a comparison with PyPy's optimizer. */
export interface CompareRequest {
  /** Recorded is a trace that PyPy recorded, Optimized what PyPy made from it. */
  recorded: string;
  optimized: string;
  /**
   * Path has, for a bridge, the traces that lead to it, the one in which it begins last: what is known there
   * about the bridge's inputs is used. It is empty for other traces.
   */
  path?: CompareStep[];
  /**
   * Loop is, for a bridge, the recorded trace of the loop to which it leads: the bridge passes what that loop
   * takes.
   */
  loop?: string;
}

/** CompareStep is a trace that is left through a guard on the way to a bridge. */
export interface CompareStep {
  /** Optimized is what PyPy made from the trace. */
  optimized: string;
  /** Guard is the address of the guard. */
  guard: string;
}

/**
 * CompareResponse counts the operations of the recorded trace, of our result and
 * of PyPy's.
 */
export interface CompareResponse {
  /**
   * RecordedDiagnostics and OptimizedDiagnostics are about the two texts. If one
   * has an error, everything below is empty.
   */
  recordedDiagnostics: Diagnostic[];
  optimizedDiagnostics: Diagnostic[];
  /** Preset is the preset that was used: "loop" or "straight". */
  preset: string;
  /** Tables has a table for the whole and, for loops, one for the loop alone. */
  tables: CountTable[];
  /**
   * Entry is the number of reads with which PyPy's result begins and whose
   * values the recorded trace has as inputs; they are not in the tables.
   */
  entry: number;
  /** Larger reports whether ours has more operations of some kind somewhere. */
  larger: boolean;
  /** Compared is the number of this comparison for a ComparedLinesRequest. */
  compared: number;
  /** Recorded, Ours and PyPys are the three traces as texts. */
  recorded: ComparedText;
  ours: ComparedText;
  pypys: ComparedText;
}

/** ComparedText is a trace to show next to others. */
export interface ComparedText {
  /** Text is the trace in its usual form. A ComparedLinesRequest returns its lines as spans. */
  text: string;
  /** Numbers are the numbers of the lines' rows, as in Line. */
  numbers: number[];
  /**
   * Marks are the lines, from 0, with marks of the program's lines, such as
   * debug_merge_point: these are most lines of a recorded trace, and do not count as
   * operations.
   */
  marks: number[];
}

/** ComparedLinesRequest asks for lines of one of the three traces that were compared last. */
export interface ComparedLinesRequest {
  /** Compared is CompareResponse.Compared; if it is not the last one, the answer is an Absent. */
  compared: number;
  /** Side is "recorded", "ours" or "pypys". */
  side: string;
  /** From and To are the half-open range of lines, from 0, at most 1,000 of them. */
  from: number;
  to: number;
}

/** ComparedLinesResponse has them; in one trace the same value has the same number. */
export interface ComparedLinesResponse {
  lines: Span[][];
}

/** CountTable counts operations by kind. */
export interface CountTable {
  /** Part is "whole" or "loop". */
  part: string;
  /** Counts has all kinds, the last one being "all". */
  counts: KindCount[];
}

/** KindCount is the number of operations of a kind. */
export interface KindCount {
  /**
   * Kind is "new", "get", "set", "guard", "call", "int", "float", "ptr", "other"
   * or "all".
   */
  kind: string;
  before: number;
  ours: number;
  pypys: number;
  /** Larger means that Ours is larger than PyPys. */
  larger?: boolean;
}

/**
 * CodegenRequest asks for a trace as a WebAssembly module, and for the memory on which
 * it begins to run.
 */
export interface CodegenRequest {
  /** Text is the trace, Inputs its inputs as in RunRequest. */
  text: string;
  inputs: string;
  /** Optimize asks for the trace after Passes; otherwise it is the recorded one. */
  optimize: boolean;
  passes: string[];
  /** Jumps is the maximum number of jumps of the run, 0 for 1000. */
  jumps: number;
  /** Young is the size of the nursery in bytes, 0 for 256 KiB. */
  young?: number;
}

/**
 * CodegenResponse is a module with everything that its host must know. The
 * documentation of the Go package wasm/codegen describes how they work together. All
 * offsets are bytes in the module's memory.
 */
export interface CodegenResponse {
  /**
   * Diagnostics and InputDiagnostics are the errors in the texts. If there are any,
   * everything below is empty.
   */
  diagnostics: Diagnostic[];
  inputDiagnostics: Diagnostic[];
  /**
   * Refused says why the trace cannot be run as code, in one sentence; everything
   * below is then empty.
   */
  refused?: string;
  /** Module is the module's bytes, in base64. */
  module: string;
  /** Region is the memory from 0 to Young, in base64; all bytes after are 0. */
  region: string;
  /**
   * Young is where two equal spaces for new objects begin, Space the size of each.
   * The lower one is in use first.
   */
  young: number;
  space: number;
  /**
   * Frame is where the live values of exits are, 8 bytes each. Consts is the number of
   * references in the table at 64.
   */
  frame: number;
  consts: number;
  /** OldRefs are the objects below Young in which a collection looks for references. */
  oldRefs: number[];
  /**
   * Iterations is the number of times that the back edge may be taken before the module
   * asks for fuel.
   */
  iterations: number;
  /**
   * Shapes give the layout of objects, TagRef is the tag of a place that holds a
   * reference.
   */
  shapes: CodegenShape[];
  tagRef: number;
  /**
   * Imagined means that there are calls whose meaning only the traced program knows. Then
   * Origins are the objects on which a result can depend.
   */
  imagined?: boolean;
  origins: CodegenOrigin[];
  /** Exits are the ways to leave, by number. */
  exits: CodegenExit[];
}

/**
 * CodegenShape is the layout of the objects of one shape: their first 4 bytes are
 * Shape, the next 4 an array's length.
 */
export interface CodegenShape {
  shape: number;
  /** Size is the size of an object; of an array, that of its header. */
  size: number;
  /**
   * Refs are the offsets of references; in an array those of its first item, and the
   * others follow at distances of ItemSize bytes.
   */
  refs: number[];
  /**
   * Tagged are offsets in the same way of places that hold a reference if their tag
   * is TagRef: for a field the byte 8 after it, for an array the byte number n after
   * the last item, n being the number of the slot of 8 bytes.
   */
  tagged: number[];
  /**
   * ItemSize is 0 for objects. Tags means that an array has one byte for each slot
   * after its items, padded to 8.
   */
  itemSize: number;
  tags: boolean;
}

/** CodegenExit is one way to leave the module. */
export interface CodegenExit {
  /** Kind is "leave", "allocate", "effect", "fuel" or "missing". */
  kind: string;
  /** Operation is the operation's name, Line its line in the trace, 0 for none. */
  operation?: string;
  line: number;
  /**
   * Live are the types of the values in the frame: "int", "float" or "ref"; Names
   * are their names in the trace that runs.
   */
  live: string[];
  names: string[];
  /**
   * Shape is the shape of the object to allocate. An array's length is in the frame's
   * slot LengthIn or, if that is -1, it is Length.
   */
  shape?: number;
  lengthIn: number;
  length?: number;
  /** Unwritten means that the tags of the new array must be 4: not to be read. */
  unwritten?: boolean;
  /** Result is the type of an effect's result, "void" if it has none. */
  result?: string;
  /**
   * Call describes a call whose meaning only the traced program knows, and that the
   * host makes up as the interpreter does.
   */
  call?: CodegenCall | null;
}

/** CodegenCall is a call of a function that is not available. */
export interface CodegenCall {
  /**
   * Seed is not empty if the arguments determine the result: it is the number, in
   * decimal digits, into which they are mixed one after the other.
   */
  seed?: string;
  /**
   * Copies means that the call copies items from its second argument, an array, to the
   * third: from the index in the fourth to that in the fifth, as many as the sixth says.
   */
  copies?: boolean;
  /**
   * Forces is set if the call returns what its second argument, a virtual_ref, stands for:
   * where that is. It is nothing else if Token is null there and Forced is not; then nothing
   * is an effect at the guard after it either, whose AsksIfForced is set.
   */
  forces?: CodegenVirtualRef | null;
  asksIfForced?: boolean;
  /**
   * Condition is set for conditional calls. IfZero means that the call is made if that is 0
   * or null, and is the result otherwise; without it, the call is made if it is not 0.
   */
  condition?: CodegenArg | null;
  ifZero?: boolean;
  args: CodegenArg[];
}

/** CodegenVirtualRef is the layout of virtual_refs: their shape, and the offsets of the two fields. */
export interface CodegenVirtualRef {
  shape: number;
  token: number;
  forced: number;
}

/** CodegenArg is an argument of a call. */
export interface CodegenArg {
  /** Type is "int", "float" or "ref". */
  type: string;
  /**
   * Slot is where it is in the frame, -1 for a constant: Bits are then its bits in
   * decimal digits, without sign.
   */
  slot: number;
  bits?: string;
}

/**
 * CodegenOrigin says that the object at Ref, which stays there, is one of the inputs or
 * constants: Origin, in decimal digits, is a different number for each.
 */
export interface CodegenOrigin {
  ref: number;
  origin: string;
}

/** AsmRequest asks for the machine code of a trace. */
export interface AsmRequest {
  text: string;
  /**
   * Passes are the passes that are on, Point the number of them that have run: 0
   * is the recorded trace, -1 the end.
   */
  passes: string[];
  point: number;
  /**
   * Processor is "x86-64", which every such processor is, or "x86-64-v3" with AVX
   * and BMI2, the default.
   */
  processor?: string;
}

/** AsmResponse is x86-64 machine code next to the lines from which it was made. */
export interface AsmResponse {
  /**
   * Diagnostics are the errors in the text. If there are any, everything below is
   * empty.
   */
  diagnostics: Diagnostic[];
  /**
   * Refused says why the trace cannot be run as code, in one sentence; everything
   * below is then empty.
   */
  refused?: string;
  /** Lines are the trace. */
  lines: AsmLine[];
  /** Code are the instructions in the order of their offsets. */
  code: AsmInstruction[];
  /** Places say where each value is during its life, in the order of offsets. */
  places: AsmPlace[];
  /**
   * Size is the number of bytes, Straight the number of those that are not out of
   * line, Slots the number of slots of the frame.
   */
  size: number;
  straight: number;
  slots: number;
}

/** AsmLine is a line of the trace. */
export interface AsmLine {
  /** Spans are the line, as in Line. The identity of a value is its own within the response. */
  spans: Span[];
  /**
   * Defines is the name of the value that is defined here, "" if none is. Inputs means that the line
   * lists the trace's inputs, for which there is code before its first operation.
   */
  defines?: string;
  inputs?: boolean;
  /**
   * Source is the line of the text that the operation comes from, even where passes replaced or
   * copied it; 0 if there is none.
   */
  source: number;
  /**
   * Note says in a few words why it has no code of its own, or unexpected code: "a
   * part of what uses it".
   */
  note?: string;
}

/** AsmInstruction is one machine instruction. */
export interface AsmInstruction {
  offset: number;
  /** Bytes are hexadecimal digits. */
  bytes: string;
  /** Line is the index of the line that it belongs to, -1 for what belongs to none. */
  line: number;
  /** Rare means that it is out of line: a way to leave, or a rare case. */
  rare?: boolean;
  /**
   * Label is a place that something jumps to, Text the instruction in Intel's
   * notation, Values which values are in the registers that it uses: "rax=i3".
   */
  label?: string;
  text: string;
  values?: string;
}

/** AsmPlace is where a value is in a range of code: from offset From to before To. */
export interface AsmPlace {
  value: string;
  from: number;
  to: number;
  /** Where is a register or a slot: "rax", "slot 3". */
  where: string;
}

/** TimelineRequest asks for the moments of a result's second point. */
export interface TimelineRequest {
  result: number;
  /** Bars is the maximum number of bars, 1 to 1,000. */
  bars: number;
}

/** TimelineResponse says what can be stepped through. */
export interface TimelineResponse {
  /**
   * Count is the number of moments, First the number of those that belong to the first iteration, before
   * the peeled loop; without a peeled loop that is all of them.
   */
  count: number;
  first: number;
  /** Bars sum moments up, in their order. No bar has moments of both iterations. */
  bars: TimelineBar[];
  /** Stops are the names at which stepping can stop. */
  stops: MomentStop[];
}

/**
 * TimelineBar is what happens to the operations of some moments: from From on, as many as the sum of the
 * four numbers.
 */
export interface TimelineBar {
  from: number;
  kept: number;
  replaced: number;
  moved: number;
  removed: number;
}

/**
 * MomentStop is a name at which stepping can stop: a pass that did something, a rule that fired, or an
 * operation.
 */
export interface MomentStop {
  /** Kind is "pass", "rule" or "operation". */
  kind: string;
  name: string;
  /** Count is the number of moments at which it occurs. */
  count: number;
}

/** MomentRequest asks for one moment. */
export interface MomentRequest {
  result: number;
  /** At is the moment; it is brought into the range of existing moments. */
  at: number;
  /**
   * Key, if it is not 0, asks instead for the moment of a row of the picture; Loop for the one in
   * the peeled loop.
   */
  key?: number;
  loop?: boolean;
  /**
   * Stop, if it is not empty, asks for the next moment after At, with Back the last one before it, of the
   * pass, rule or operation of that name.
   */
  stop?: string;
  back?: boolean;
  /** All asks for up to 1,000 facts of each kind that are not about the operation, instead of 24. */
  all?: boolean;
}

/** MomentResponse is one moment. */
export interface MomentResponse {
  at: number;
  /** Found is false if there was no moment to stop at; the answer is then the one at At. */
  found: boolean;
  /** Key and Number are those of the row; Number is 0 for a label. */
  key: number;
  number: number;
  /** Loop means that it is the row's copy in the peeled loop. */
  loop: boolean;
  /** Reached is false if the walk does not get here, because an earlier guard can never hold. */
  reached: boolean;
  /** Fate is what happens to the operation, as in PictureItem. */
  fate: string;
  /** Operation is the operation as it was recorded. */
  operation: Span[];
  /** Passes are those that are on, in their order, with what each does with the operation. */
  passes: MomentPass[];
  /**
   * Lines describe the moment in words, as the command line does; Left is the number of facts that
   * were left out.
   */
  lines: MomentLine[];
  left: number;
  /** Boxes, Sets and Numbers are the facts that can be drawn. Kept is what is in the snapshot of a guard that stays. */
  boxes: MomentBox[];
  kept: MomentSlot[];
  sets: MomentSet[];
  numbers: MomentNumber[];
  /**
   * Output is the end of the output, at most 100 operations, with what this moment adds; Outputs is the
   * number of operations before it.
   */
  output: MomentOutput[];
  outputs: number;
}

/** MomentPass is what a pass does with an operation. */
export interface MomentPass {
  name: string;
  /**
   * Did is "" (it no longer sees the operation), "keeps", "removes", "rewrites" or "makes"
   * (has an object allocated).
   */
  did: string;
}

/** MomentLine is a sentence about a moment. */
export interface MomentLine {
  /**
   * Kind is "pass" (what a pass does), "reason", "kept" (what is in a guard's snapshot), "object", "made" (an object
   * that the output allocates), "number", "class", "equal", "memory", "waits" (a write that is still to be done) or
   * "compared".
   */
  kind: string;
  /** Near means that it is about what the operation names. */
  near: boolean;
  /** Pass is the pass that does or knows it, "" for none. */
  pass: string;
  text: Part[];
}

/** MomentBox is an object. */
export interface MomentBox {
  /** ID is the same at every moment at which the object exists. */
  id: number;
  /** Key is that of the row that names it first, 0 for none; Loop means that it is the copy in the peeled loop. */
  key: number;
  loop: boolean;
  name: Part[];
  /** Names are other names for it. */
  names: Part[][];
  class: string;
  /**
   * State is "known" (virtual), "now" (allocated at this moment), "made" (allocated by the output so far) or "there"
   * (in memory before).
   */
  state: string;
  /** Why says in a few words what let it out, if it was virtual. */
  why: Part[];
  /** Near means that the operation names it or has it in its snapshot. */
  near: boolean;
  slots: MomentSlot[];
}

/**
 * MomentSlot is a field or an item, and what it holds; Waits means that the write is still to be done. Box is the place
 * of the object that it holds in MomentResponse.Boxes, -1 for none.
 */
export interface MomentSlot {
  name: string;
  value: Part[];
  box: number;
  waits: boolean;
}

/** MomentSet is a value with several names. */
export interface MomentSet {
  value: Part[];
  names: Part[][];
  near: boolean;
}

/** MomentNumber is an integer and what it can be. */
export interface MomentNumber {
  name: Part[];
  /** Text says it in words. Low and High are the smallest and the largest value, in decimal. */
  text: string;
  low: string;
  high: string;
  /** Bits are its 64 bits from the highest down: "0", "1", or "?" where it can be both. */
  bits: string;
  near: boolean;
}

/** MomentOutput is an operation of the output. */
export interface MomentOutput {
  /**
   * Key and Number are those of the row that it comes from, 0 if a pass added it. Loop means that it
   * is the copy in the peeled loop.
   */
  key: number;
  number: number;
  loop: boolean;
  /**
   * Fresh means that this moment adds it; Late that it was recorded before something that now comes
   * before it.
   */
  fresh: boolean;
  late: boolean;
  text: Part[];
}

/** MomentRowsRequest asks for the rows of moments: the moments from From up to To, at most 1,000. */
export interface MomentRowsRequest {
  result: number;
  from: number;
  to: number;
}

/** MomentRowsResponse has them. */
export interface MomentRowsResponse {
  from: number;
  rows: MomentRow[];
}

/** MomentRow is the row of a moment. */
export interface MomentRow {
  key: number;
  number: number;
  fate: string;
  spans: Span[];
}

/** ObjectsRequest asks for objects of a result's picture. */
export interface ObjectsRequest {
  result: number;
  /** Search is a text that the names of an object or the line of its first row contain, whatever the case of letters; "" asks for all. */
  search: string;
  /** Fate asks for those of one fate only, as in ListedObject; "" asks for all. */
  fate: string;
  /** Window is the range of the objects found that is requested, at most 1,000. */
  window: Window;
}

/** ObjectsResponse has them in the order of their first rows. */
export interface ObjectsResponse {
  /**
   * All is the number of objects, Found the number of those with the fate that
   * contain the text.
   */
  all: number;
  found: number;
  /** Fates count those that contain the text by their fates. */
  fates: FateCounts;
  from: number;
  /** Rows are those that were asked for. */
  rows: ListedObject[];
}

/** FateCounts count objects. */
export interface FateCounts {
  never: number;
  late: number;
  made: number;
  before: number;
}

/** ListedObject is an object in the list. */
export interface ListedObject {
  /** ID is the number of its lifeline, Name its name in its first row, and At that row. */
  id: number;
  name: string;
  at: RowRef;
  /** Text is that row, empty if it is a parameter. */
  text: Span[];
  /**
   * Fate is "never" if the result never makes it, "late" if it is made further down than it was recorded, "made" if it is
   * made there, and "before" if it was in memory before.
   */
  fate: string;
  /** Words say in a sentence what happens to it and where it leaves. */
  words: Part[];
}

/** OverviewRequest asks for a whole list in a few numbers: what changed where, by which pass. */
export interface OverviewRequest {
  result: number;
  /**
   * Picture asks for the list of the picture with the given folds opened; otherwise it is the list of both columns in
   * View.
   */
  picture: boolean;
  opened: number[];
  view: RowView;
}

/** OverviewResponse has at most 512 parts of equal length: part k begins at item k*Items/length. */
export interface OverviewResponse {
  items: number;
  /** Passes are those that are counted, in their order. */
  passes: string[];
  /**
   * Parts begin with the number of the first row in them, 0 if none has one, and the number of unchanged rows. Then
   * come pairs: a pass, as an index in Passes, and the number of rows that it removed, replaced, moved or added
   * there.
   */
  parts: number[][];
}

/** PictureRequest asks for the picture of a result's second point, compared with the recorded trace. */
export interface PictureRequest {
  result: number;
  /** Opened are the keys of the folds that were opened. */
  opened: number[];
  /**
   * Window is the range of requested items, at most 1,000. Around, if it is not 0, moves it so that the
   * row with that key is in its middle, and opens the fold that the row may be in.
   */
  window: Window;
  around?: number;
  /** Whole asks for what is said about the whole. */
  whole: boolean;
  /** FromRow and ToRow are the rows that are not folded, by their numbers, both included; 0 leaves the choice to the picture. */
  fromRow?: number;
  toRow?: number;
}

/**
 * PictureResponse has some items of the picture, and the lifelines next to
 * them.
 */
export interface PictureResponse {
  /** Whole is set if it was asked for. */
  whole?: Picture | null;
  /** Items is the number of items, with the given folds opened. */
  items: number;
  opened: number[];
  from: number;
  rows: PictureItem[];
  /** Lines are the lifelines that have a part next to these items, in Lanes lanes. */
  lines: Lifeline[];
  lanes: number;
}

/** Picture is what is said about the whole. */
export interface Picture {
  /**
   * Recorded, One and Around count the loop: as it was recorded, optimized one iteration at a time,
   * and around the loop. Around is null if the trace is no loop that can be peeled;
   * both are null if the trace is too long to be optimized for that.
   */
  recorded: IterationCount;
  one: IterationCount | null;
  around: IterationCount | null;
  /** Peeled means that the rows are those of an iteration of the loop. */
  peeled: boolean;
  /** Shares say what each pass that is on did to the rows, in the order of the passes. */
  shares: PassShare[];
  /**
   * Lanes is the number of lanes side by side: first those of objects that stay in the
   * iteration, then, from Going on, those of what is passed to the next one.
   */
  lanes: number;
  going: number;
  /** Objects is the number of lifelines. */
  objects: number;
  /** Params are the parameters of the peeled loop's label. */
  params: LabelParam[];
  /** Lead is the key of the row whose reason is worth reading first, 0 if there is none. */
  lead: number;
}

/**
 * IterationCount counts an iteration of a loop, or a trace that is not a loop: the boxes that it allocates
 * and all its operations, counted as in Stage.
 */
export interface IterationCount {
  boxes: number;
  operations: number;
}

/** PassShare is what a pass did to the rows of the picture. */
export interface PassShare {
  pass: string;
  removed: number;
  replaced: number;
  moved: number;
}

/** LabelParam says what a parameter of the peeled loop's label means. */
export interface LabelParam {
  name: string;
  /** Text says it: "the field `intval` of the box that was `p5`". */
  text: Part[];
  /** Arg is the number of the jump's argument that it comes from, -1 if it comes from none. */
  arg: number;
  /** Line is the lifeline of the object whose field it is, -1 if it is none. */
  line: number;
  /** Number is the row that computes it, 0 if none does. */
  number: number;
  /** Ref means that it is a reference to an object in memory. */
  ref: boolean;
  /** First is what the first iteration passes for it, and Next what each iteration passes to the next. */
  first: string;
  next: string;
}

/** PictureKind says what an item is. */
export type PictureKind = 0 | 1 | 2 | 3 | 4;
/** PictureRow is a row of the recorded trace. */
export const PictureRow = 0;
/** PictureAdded is an operation that a pass added, at its place. */
export const PictureAdded = 1;
/** PictureFold represents unchanged rows; PictureFirst the first iteration, before a peeled loop. */
export const PictureFold = 2;
export const PictureFirst = 3;
/** PictureLabel is a label; the first one is the top of the loop. */
export const PictureLabel = 4;

/** PictureItem is one line of the picture. */
export interface PictureItem {
  kind: PictureKind;
  /** Key names the item in requests, whatever is folded. It is never 0. */
  key: number;
  /** Number is the number of the row: the line of the editor's text, 0 if a pass added it. */
  number: number;
  /** First means that the row belongs to the first iteration. */
  first?: boolean;
  /**
   * Fate says what happened to the row: "kept", "args" (kept, but an argument is an equal
   * value), "replaced", "moved", "removed" or "added".
   */
  fate: string;
  /** Note is the comment above the row. */
  note?: string;
  /** Left is the row as it was recorded, Right what is left of it. */
  left: Span[];
  right: Span[];
  /** Short is the reason in a few words. In texts of a picture, Part.Row is a row's key. */
  short: Part[];
  /** Folded is the number of rows in a fold, of the first iteration that of its operations. */
  folded?: number;
}

/** FocusRequest asks for a picture of one thing: the rows and lines that concern a row, and nothing else. */
export interface FocusRequest {
  result: number;
  /** Key is the key of the row; a key that belongs to no row means the row that is worth reading first. */
  key: number;
  /** Opened are the keys of the folds that were opened. */
  opened: number[];
  /** Window is the range of requested items, at most 1,000. */
  window: Window;
}

/** FocusResponse has the picture of one thing. */
export interface FocusResponse {
  /** Key is the key of the row, 0 if there is none: then the picture is empty. */
  key: number;
  picture: PictureResponse;
  /**
   * Moments are the keys of the rows that explain the whole picture one after the other, at most 200: objects
   * that are allocated, and what else changed.
   */
  moments: number[];
}

/** LoopRequest asks for the first iteration and the loop side by side. */
export interface LoopRequest {
  result: number;
  /** Opened are the keys of the folds that were opened. */
  opened: number[];
  /**
   * Window is the range of requested items, at most 1,000. Around, if it is not 0, moves it so that the
   * row with that key is in its middle, and opens the fold that the row may be in.
   */
  window: Window;
  around?: number;
}

/** LoopResponse has some items of both iterations. There are none if the trace was not peeled. */
export interface LoopResponse {
  items: number;
  opened: number[];
  from: number;
  rows: LoopRow[];
  /** Takes are the inputs of the first iteration, as they were recorded. */
  takes: Span[];
  /** Label is the loop's label with its parameters. */
  label: Span[];
  /** First and Loop count the operations of both iterations. */
  first: IterationCount;
  loop: IterationCount;
}

/** LoopRow is a recorded row, and what is left of it in both iterations. */
export interface LoopRow {
  /**
   * Kind is PictureRow, PictureFold for rows that are in neither iteration, or PictureAdded for an
   * operation that a pass added.
   */
  kind: PictureKind;
  key: number;
  number: number;
  /**
   * Recorded is the row as it was recorded, First what is left in the first iteration, Loop what is left
   * in the loop.
   */
  recorded: Span[];
  first: Span[];
  loop: Span[];
  /** Fate says what happened to the row in the loop. */
  fate: string;
  /** Once means that the first iteration does it for all iterations. */
  once?: boolean;
  /** Short says in a few words why it is not in the loop. */
  short: Part[];
  /** Folded is the number of rows in a fold. */
  folded?: number;
}

/** RowRef leads to a row. */
export interface RowRef {
  key: number;
  number: number;
  /** Next means the row in the next iteration. */
  next?: boolean;
}

/** Lifeline is what happens to one object. Places are items of the picture, from 0. */
export interface Lifeline {
  /** ID is its number from 0, Key the key of the row that makes it or first names it. */
  id: number;
  key: number;
  name: string;
  lane: number;
  from: number;
  to: number;
  /**
   * Exists is the item from which on it is in memory, -1 if it never is. Late means that it is
   * made there, just before what needs it.
   */
  exists: number;
  late: boolean;
  /** Before means that it exists before its first row. */
  before: boolean;
  /** Comes is the ID of the line as which it comes in again in the next iteration, -1 if it does not. */
  comes: number;
  marks: LineMark[];
}

/**
 * LineMark is a mark on a lifeline. Kind is "made", "comes", "found", "written", "read", "checked",
 * "compared", "stored", "exit", "passed" or "leaves". Label is what is written, or the name of the result. Into is the lane of the object
 * that it is stored into, -1 for other marks. Kept means that the operation is in the result.
 */
export interface LineMark {
  item: number;
  kind: string;
  key: number;
  label?: string;
  into: number;
  kept?: boolean;
}

/** ExplainRequest asks why a row is as it is in the picture. */
export interface ExplainRequest {
  result: number;
  key: number;
}

/** ExplainResponse is a question with its answer. */
export interface ExplainResponse {
  key: number;
  /** Number is the row's number, 0 if it has none, and Text the whole of its line. */
  number: number;
  text: Span[];
  question: Part[];
  answer: Part[];
  /** Causes are what the answer rests on, in order, if there is more to say about them. */
  causes: ExplainStep[];
  /** Conclusion is what follows, empty if there is nothing to add. */
  conclusion: Part[];
  /** Line is the ID of the lifeline that it is about, -1 if it is about none. */
  line: number;
}

/** ExplainStep is a cause with the row that it is about, null if it is about none. */
export interface ExplainStep {
  at: RowRef | null;
  text: Part[];
}

/** PreparedRequest asks for a prepared picture of a trace. */
export interface PreparedRequest {
  text: string;
  passes: string[];
  /** To is the point that is drawn: 0 is the recorded trace, k the result of the first k passes; -1 is the last one. */
  to: number;
  /** Title is shown above the picture. */
  title: string;
  /** FromRow and ToRow are the rows that are not folded, both included; 0 leaves the choice to the picture. */
  fromRow?: number;
  toRow?: number;
}

/** Prepared is a prepared picture. */
export interface Prepared {
  /** UnboxTrace is the version of this form: 1. */
  unboxTrace: number;
  title: string;
  /** Text, Passes and To are what it was made from. */
  text: string;
  passes: string[];
  to: number;
  /** Operations says what the operations in it do. */
  operations: PreparedOperation[];
  whole: Picture;
  /**
   * Picture has all items, with the folds closed; Unfolded has them with all folds open. It is null if
   * nothing is folded, or if there is too much to unfold.
   */
  picture: PictureResponse;
  unfolded: PictureResponse | null;
  /** Reasons are those of all rows that have one. */
  reasons: ExplainResponse[];
}

/** PreparedOperation is an operation's name and its effect, as in Operation. */
export interface PreparedOperation {
  name: string;
  effect: string;
}

/** ProgramRequest asks to run a program in Unbox's Python. */
export interface ProgramRequest {
  /** Run is a number for requests about this run. */
  run: number;
  /** Text is the program, File its name for messages. */
  text: string;
  file: string;
  /**
   * JIT makes traces of hot loops: those that went back Threshold times, at least
   * 1.
   */
  jit: boolean;
  threshold: number;
  /** NoBridges leaves traces to the interpreter wherever a guard fails. */
  noBridges: boolean;
  /** Passes are those of the optimizer that are on; null means all of the preset `loop`. */
  passes: string[];
  /**
   * Slice is the amount of work that is done before the answer, in iterations of loops and calls;
   * Limit is the maximum for the whole program.
   */
  slice: number;
  limit: number;
  /**
   * Memory is the limit of the program's memory in MB, from 4 to 1024, Output the limit of
   * what it prints in KB.
   */
  memory: number;
  output: number;
  /** Now is what the module `time` says when the program begins, in seconds; Seed seeds `random`. */
  now: number;
  seed: number;
  /** Timed asks to measure ProgramState.Time; equal requests then no longer have equal answers. */
  timed: boolean;
}

/** ProgramMoreRequest lets the program continue. */
export interface ProgramMoreRequest {
  /** Run is ProgramRequest.Run. If that program no longer exists, the answer is an Absent. */
  run: number;
  slice: number;
  now: number;
}

/** ProgramState is what a program has done so far. */
export interface ProgramState {
  /** Run is ProgramRequest.Run. */
  run: number;
  /** Diagnostics say where the text leaves the language; if there are any, nothing ran. */
  diagnostics: Diagnostic[];
  /** Running means that it has not ended. */
  running: boolean;
  /** Output is what it wrote since the previous answer. */
  output: ProgramOutput[];
  /**
   * Code is the exit code, 1 after an uncaught exception; Stopped says which limit ended the
   * program, "" if none did.
   */
  code: number;
  stopped: string;
  /**
   * Work is what it did, in iterations of loops and calls; Collections the number of collections of
   * memory, Copied the bytes that they moved, and Region the bytes that there are.
   */
  work: number;
  collections: number;
  copied: number;
  region: number;
  /**
   * Lines has the number of instructions of each line that ran, from line 1 on. In traces they
   * are counted as recorded; interpreted ones are counted by iterations and calls, which gives
   * an upper bound.
   */
  lines: number[];
  /** Loops are those that went back, the one with the most iterations first. */
  loops: ProgramLoop[];
  /**
   * Time says how the program spent its time; it is empty if ProgramRequest.Timed is
   * false.
   */
  time: ProgramTime;
}

/** ProgramTime says how a program spent its time. Times are milliseconds of the time that it ran. */
export interface ProgramTime {
  /** Activities are the names of what a program does, Total the time of each of them. */
  activities: string[];
  total: number[];
  /**
   * Width is the time of a cell, of which the last one may have less; Cells has the time of each
   * activity in each cell.
   */
  width: number;
  cells: number[][];
  /** Events are the first events of loops, Missed the number of events after them. */
  events: ProgramEvent[];
  missed: number;
}

/** ProgramEvent is a moment at which something happened to a loop. */
export interface ProgramEvent {
  at: number;
  /**
   * What is "trace", "version" (of a loop, to which bridges lead), "bridge", "failed" (nothing came of a recording) or
   * "thrown away".
   */
  what: string;
  /** Loop is ProgramLoop.Loop, Line and Place are its Line and At. */
  loop: number;
  line: number;
  place: string;
  /**
   * Recorded is the number of recorded operations of a trace or bridge, Making the time that recording, optimizing
   * and compiling took since the event before, including failed attempts.
   */
  recorded: number;
  making: number;
}

/** ProgramOutput is a piece of output. */
export interface ProgramOutput {
  /** Error means standard error: tracebacks and limits. */
  error: boolean;
  text: string;
}

/** ProgramLoop is a loop of the program. */
export interface ProgramLoop {
  /** Loop is its number in the program, from 0: it is the same in every run. */
  loop: number;
  /**
   * Line is the program's line in which it begins, 0 for one in a module of the library; At is its place in words, "line 12"
   * or "heapq.py:12". Function is the function that contains it.
   */
  line: number;
  at: string;
  function: string;
  /**
   * Iterations is the number of times that it went back, Traced the number of those
   * iterations that a trace ran.
   */
  iterations: number;
  traced: number;
  /**
   * Entered is the number of times that its traces were entered, Made counts
   * what was recorded.
   */
  entered: number;
  made: number;
  /**
   * State is "cold" (too few iterations), "failed" (there is no trace, and it will be tried again), "trace", or
   * "given up".
   */
  state: string;
  /**
   * Failures are the reasons why recordings failed, or traces were discarded; BridgeFailures those why an
   * exit has no bridge.
   */
  failures: string[];
  bridgeFailures: string[];
  /**
   * Traces are the last trace of the loop, and its bridges in any order after the trace in which they begin, and then
   * those of the loop's versions; none if nothing was recorded.
   */
  traces: ProgramPart[];
}

/** ProgramPart is a trace of a loop: its own, that of a version, or a bridge. */
export interface ProgramPart {
  /**
   * Version is the number of the version of the loop whose own trace it is, from 1 on; 0 for the loop's first trace, and
   * for bridges. Unboxed are the variables that the version takes as numbers without their boxes.
   */
  version: number;
  unboxed: string[];
  /** TargetVersion is the number of the version of the loop to which a bridge leads; 0 is the loop's first trace. */
  targetVersion: number;
  /**
   * Line, At and Function are where it begins, as in ProgramLoop; Target is the beginning of the loop to which a bridge
   * leads, "" for a loop's own trace.
   */
  line: number;
  at: string;
  function: string;
  target: string;
  /**
   * Bytecodes counts instructions, Recorded the operations recorded of them, Optimized what is left, in the loop if there
   * is one, Boxes… those of them that allocate.
   */
  bytecodes: number;
  recorded: number;
  optimized: number;
  boxesBefore: number;
  boxesAfter: number;
  /**
   * Exits are the guards at which it was left; the one that failed most often comes
   * first.
   */
  exits: ProgramExit[];
}

/** ProgramExit is a guard at which a trace was left. */
export interface ProgramExit {
  /** Guard is the operation of the optimized trace, Name its spelling. */
  guard: number;
  name: string;
  /**
   * Count is the number of times that it left there to the interpreter. At and Function are where the
   * program went on.
   */
  count: number;
  at: string;
  function: string;
  /** Bridge is the index in ProgramLoop.Traces of the trace in which it continues from then on, -1 if there is none. */
  bridge: number;
}

/** ProgramTraceRequest asks for a trace of a loop. */
export interface ProgramTraceRequest {
  run: number;
  /** Loop is ProgramLoop.Loop, Part the index in its Traces. */
  loop: number;
  part: number;
  /** Result is the number under which the optimized trace is kept, as in OptimizeRequest. */
  result: number;
  /** From and Most say which instructions are requested. */
  from: number;
  most: number;
  /** Machine asks for machine code. */
  machine: boolean;
}

/** ProgramTrace shows an iteration from the source to the optimized trace. */
export interface ProgramTrace {
  loop: number;
  part: number;
  /**
   * Steps are the instructions in the order in which they were recorded, from From on; Total is their
   * number.
   */
  from: number;
  total: number;
  steps: ProgramStep[];
  /**
   * Recorded are the operations that were recorded of these steps, Optimized those that are left of
   * them. Those before the first step belong to step -1.
   */
  recorded: ProgramRow[];
  optimized: ProgramRow[];
  /**
   * Machine is the code that the command line makes from the trace for x86-64, without what is rarely
   * run; MachineSize is the size of the whole code in bytes. It is set if the request asks for it;
   * Refused says why there is none.
   */
  machine: ProgramCode[];
  machineSize: number;
  refused: string;
  /** Peeled means that the optimized trace has a first iteration and a loop. */
  peeled: boolean;
  /**
   * Text is the recorded trace, and Passes what optimized it. Text is empty if the trace ends in another one, because
   * it then has no meaning by itself.
   */
  text: string;
  passes: string[];
}

/** ProgramStep is an instruction of the bytecode. */
export interface ProgramStep {
  /**
   * Line and At are where it is, as in ProgramLoop, Function is the function that contains it, Depth the number of
   * functions into which that is inlined.
   */
  line: number;
  at: string;
  function: string;
  depth: number;
  /** Place is the instruction's index in its function, Name what it is, Text what it does. */
  place: number;
  name: string;
  text: string;
}

/** ProgramCode is an instruction of machine code. */
export interface ProgramCode {
  /**
   * Step is the index of the bytecode instruction that it belongs to, -1 before the first; Key is the operation of the
   * optimized trace, 0 for none.
   */
  step: number;
  key: number;
  /** Label is the label before the instruction, Text is in Intel's notation. */
  label: string;
  text: string;
  /** First means that it comes before the loop. */
  first: boolean;
}

/** ProgramMeaningRequest asks what an instruction of the bytecode means: what the recorder does with it. */
export interface ProgramMeaningRequest {
  /** Name is ProgramStep.Name. */
  name: string;
}

/**
 * ProgramMeaning is this as Go code: the case of a switch, and the function that it calls. Both may be
 * empty.
 */
export interface ProgramMeaning {
  text: string;
  function: string;
}

/** ProgramRow is an operation of a trace. */
export interface ProgramRow {
  /** Step is the index of its instruction, from 0 in the whole recording. */
  step: number;
  /** Key is the operation, in its own trace; Number is its row as recorded, 0 for what a pass added. */
  key: number;
  number: number;
  spans: Span[];
  /**
   * Fate is what happened to a recorded operation in the loop: "kept", "replaced", "moved" or "removed"; Reason is
   * why.
   */
  fate: string;
  reason: Part[];
  /** First means that it is in the first iteration, before the loop. */
  first: boolean;
}

/** ProgramExitRequest asks what is done where a trace of a loop is left. */
export interface ProgramExitRequest {
  run: number;
  loop: number;
  part: number;
  /** Guard is ProgramExit.Guard. */
  guard: number;
}

/** ProgramExitResponse says what is rebuilt there. */
export interface ProgramExitResponse {
  /** Guard is the line of the guard; Found is false if the loop has no such guard now. */
  found: boolean;
  guard: Span[];
  /** Frames are the functions that continue, the outermost first. */
  frames: ProgramFrame[];
  /** Objects are allocated there, Writes are done there because they were delayed. */
  objects: ProgramObject[];
  writes: ProgramObject[];
}

/** ProgramFrame is a function that continues with an instruction. */
export interface ProgramFrame {
  function: string;
  at: string;
  /** Text is what the instruction does. */
  text: string;
  /** Variables are what its registers get. */
  variables: ProgramVariable[];
}

/** ProgramVariable is a name with a value of the trace. */
export interface ProgramVariable {
  name: string;
  value: string;
  /** Object is the index in ProgramExitResponse.Objects, -1 if the value already exists. */
  object: number;
}

/** ProgramObject is an object with its fields. */
export interface ProgramObject {
  /** Name is its name in values, Class what it is. */
  name: string;
  class: string;
  fields: ProgramVariable[];
}

/** RowView says how the rows of a result are laid out as items, one below the other. */
export interface RowView {
  /**
   * Context is how many rows are shown around each difference, the others folded;
   * negative folds nothing.
   */
  context: number;
  /** Unified shows one column: a row whose sides differ has two items, left and then right. */
  unified: boolean;
  /** Opened are the folded runs that were opened, by their first row. */
  opened: number[];
}

/**
 * Window is the half-open range of requested items, at most 1,000; it is limited to existing
 * items.
 */
export interface Window {
  from: number;
  to: number;
}

/** RowsRequest asks for items of a result. */
export interface RowsRequest {
  /**
   * Result is the number that the `optimize` request gave the result. If it is no
   * longer kept, the answer is an Absent.
   */
  result: number;
  view: RowView;
  window: Window;
  /** Layout asks for the layout as well, which changes only with the view. */
  layout: boolean;
}

/** RowsResponse has the items that were asked for. */
export interface RowsResponse {
  page: Page;
  /** Layout is set if it was asked for. */
  layout?: Layout | null;
}

/** Absent answers a request about a result that is no longer kept, or never was. */
export interface Absent {
  /** Gone is the number that was asked for. */
  gone: number;
}

/** Optimized is what can be said about a whole result, whatever its length. */
export interface Optimized {
  /** Result is the number that the request gave it. */
  result: number;
  /**
   * Diagnostics are the errors in the text, in the order of the text. If
   * there is at least one error, everything below is empty.
   */
  diagnostics: Diagnostic[];
  /** Dialect is "paper", "pypy" or "toy". */
  dialect: string;
  /**
   * Inputs are the inputs of the trace, with a suggestion that a run can start from. Those
   * of a long trace are left out: an InputsRequest asks for them.
   */
  inputs: Input[];
  /** Impossible is not empty if a guard must always fail, and says why. */
  impossible: Part[];
  /**
   * From and To are the points compared: 0 is the recorded trace, k the result of the first
   * k passes that are switched on.
   */
  from: number;
  to: number;
  /** Before and After are the numbers of operations at the two points, counted as in Stage. */
  before: number;
  after: number;
  /**
   * Stages has one entry for each point, as StagesResponse has. Those of a long trace are
   * left out: a StagesRequest asks for them.
   */
  stages: Stage[];
  /** Rows, Left and Right are the numbers of rows, and of lines on the two sides. */
  rows: number;
  left: number;
  right: number;
  /** Changes counts the rows that differ, by kind. */
  changes: Changes;
  /**
   * Differing is the number of rows that differ: a moved operation has two of
   * them.
   */
  differing: number;
  /** FirstChange is the first row that differs, -1 if there is none. */
  firstChange: number;
  /**
   * Loop is the row of the label with which the peeled loop begins, or any loop with
   * operations before it on the right; -1 if there is none.
   */
  loop: number;
  /**
   * Width is the length of the longest line in characters, ShortWidth the same without
   * the package paths of descriptors: they are equal if there are none.
   */
  width: number;
  shortWidth: number;
  /** Layout and Page are for the view and the window of the request. */
  layout: Layout;
  page: Page;
}

/** Changes counts rows that differ; a moved operation counts once. */
export interface Changes {
  removed: number;
  replaced: number;
  args: number;
  added: number;
  moved: number;
}

/** Layout is a view of all rows. */
export interface Layout {
  /** Items is the number of items. */
  items: number;
  /**
   * Overview divides them into at most 512 parts of the same length, in their order: part k
   * begins at item k*Items/length.
   */
  overview: OverviewPart[];
}

/**
 * OverviewPart counts the rows that differ in a part of the items, as Changes does. In JSON it is
 * the array [removed, replaced, args, added, moved].
 */
export type OverviewPart = [removed: number, replaced: number, args: number, added: number, moved: number];

/** Page is some items, from one on. */
export interface Page {
  from: number;
  items: Item[];
}

/** ItemPart says what an item shows of its row. */
export type ItemPart = 0 | 1 | 2 | 3;
/** PartBoth: both sides next to each other, or the only one. */
export const PartBoth = 0;
/** PartLeft and PartRight: one of two lines of a unified view. */
export const PartLeft = 1;
export const PartRight = 2;
/**
 * PartFold: a folded run of rows; Item.Folded is their number, Item.Row the first
 * one.
 */
export const PartFold = 3;

/** Item is one line on the screen. */
export interface Item {
  part: ItemPart;
  /** Index is the number of the row, from 0. */
  index: number;
  folded?: number;
  /** Row is null for a fold. */
  row: DiffRow | null;
}

/** DiffRow is a row of the comparison. */
export interface DiffRow {
  kind: DiffKind;
  /** Left and Right are the lines, null where a side has none. */
  left: Line | null;
  right: Line | null;
  /**
   * Reasons are what the optimizer says about the row, its own reason first: Own
   * says whether there is one. The others are about the same lines, or about the
   * values that took an argument's place.
   */
  reasons: Reason[];
  own: boolean;
  /** Change is the place of the row among those that differ, from 1; 0 if it does not differ. */
  change: number;
  /** Related is the other half of a move, or the line that the reason is about. */
  related: Place | null;
}

/**
 * Place is where something is: a row, and the numbers that its lines show, 0 where there is
 * none.
 */
export interface Place {
  /** Row is its index, from 0; Number is as in Line. */
  row: number;
  number: number;
}

/** Line is a line of a listing. */
export interface Line {
  /** At is the line's index in its listing, from 0. */
  at: number;
  /**
   * Number is the row's number, wherever it is shown: the line of the editor's text in which
   * it was recorded; 0 for what a pass added.
   */
  number: number;
  /**
   * Source is the line of the editor's text to which it belongs, even for what a pass added;
   * 0 if there is none.
   */
  source: number;
  /** Operation is the name of the operation in the table, "" for other lines. */
  operation: string;
  /**
   * CopyOf is the place of the recorded operation from which a copy in the peeled loop
   * was made, null for all other lines.
   */
  copyOf?: Place | null;
  /** InLoop means that it is in the loop of Optimized.Loop. */
  inLoop: boolean;
  spans: Span[];
  /**
   * Asides are what is left out of the line here, and included when it is
   * copied.
   */
  asides?: Aside[];
}

/** SpanKind says what a piece of a line is. */
export type SpanKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;
/** SpanText is blanks, brackets and commas. */
export const SpanText = 0;
export const SpanOperation = 1;
export const SpanVariable = 2;
export const SpanNumber = 3;
export const SpanConstant = 4;
export const SpanClass = 5;
export const SpanField = 6;
export const SpanLabel = 7;
export const SpanKeyword = 8;
export const SpanString = 9;
export const SpanDescriptor = 10;
/**
 * SpanPath is the package of a dotted name in a descriptor: "pypy.objspace.std." in
 * <FieldP pypy.objspace.std.W_Root.inst_w 8>.
 */
export const SpanPath = 11;
export const SpanComment = 12;

/** SpanMark is a further property of a span. */
export type SpanMark = 0 | 1 | 2 | 3;
export const SpanPlain = 0;
/** SpanDefines: the value is defined here. */
export const SpanDefines = 1;
/** SpanChanged: it is different on the other side. */
export const SpanChanged = 2;
export const SpanDefinesChanged = 3;

/**
 * Span is a piece of a line; the line is all of its spans one after the other. Value is
 * the identity of a value, 0 for none: the same value has the same one on both sides and in
 * remarks. In JSON it is the array [kind, text, value, mark].
 */
export type Span = [kind: SpanKind, text: string, value: number, mark: SpanMark];

/** Reason is one reason that the optimizer gave for one difference. */
export interface Reason {
  /**
   * Kind is "removed", "replaced", "added", "moved", "learned" (the operation is
   * unchanged, but after a guard its value is known to equal another one) or "stopped"
   * (a pass did nothing here).
   */
  kind: string;
  /** Pass is the name of the pass that did it. */
  pass: string;
  /** Reason is the stable identifier of the reason, e.g. "fold-constant". */
  reason: string;
  /** Rule is the name of the rewrite rule used, empty if none was. */
  rule?: string;
  /** Text is the reason in words: what follows, and from what. */
  text: Part[];
  /** Short is what it follows from, in a few words. */
  short: Part[];
  /** At is the row of the operation that it is about. */
  at: Place | null;
  /** Because are the causes: what the decision rests on. */
  because: Cause[];
}

/** PartKind says what a piece of a text is. */
export type PartKind = 0 | 1 | 2 | 3 | 4 | 5 | 6;
/** PartText: words. */
export const PartText = 0;
/**
 * PartValue: the name of a value. PartOperation: the name of an operation that has
 * no result. PartFact: what is known of a value.
 */
export const PartValue = 1;
export const PartOperation = 2;
export const PartFact = 3;
/** PartCode: any other name. PartPath: the package before one, which can be left out. */
export const PartCode = 4;
export const PartPath = 5;
/** PartRow: where an operation is, "row 15". */
export const PartRow = 6;

/**
 * Part is a piece of a text. Value is the identity of a value, as in Span, 0 for none; Row is the
 * row of the operation that it names, -1 for none. In JSON it is the array [kind, text, value,
 * row].
 */
export type Part = [kind: PartKind, text: string, value: number, row: number];

/** Cause is something that a reason rests on. */
export interface Cause {
  /**
   * Kind is "operation" (computes a value), "input" (the label whose parameter it is),
   * "allocation", "write", "read", "guard", "escape" (needs an object or a write to be there),
   * "jump" (passes an object to the next iteration), "later" (takes the place of this one) or
   * "use" (uses the value without letting an object out).
   */
  kind: string;
  /** Text says what it is: the line, and what it does here. */
  text: Part[];
  /** At is where it is. */
  at: Place | null;
  /** Next means that it belongs to the next iteration. */
  next?: boolean;
  /**
   * Reason is the identifier of the reason that was given for the cause itself, if it is
   * not unchanged.
   */
  reason?: string;
}

/** StagesRequest asks for what every pass did. */
export interface StagesRequest {
  result: number;
}

/**
 * StagesResponse has one entry for each point: first the recorded trace, then one for
 * every enabled pass in the order in which they run.
 */
export interface StagesResponse {
  stages: Stage[];
}

/** InputsRequest asks for the inputs of a result's trace. */
export interface InputsRequest {
  result: number;
}

/** InputsResponse has them, with a suggestion that a run can start from. */
export interface InputsResponse {
  inputs: Input[];
}

/** FindRequest searches lines and own reasons. */
export interface FindRequest {
  result: number;
  view: RowView;
  /** Query is the text; upper case in it makes the search sensitive to case. */
  query: string;
  /**
   * From is the first match that is requested, Most the number of matches, at
   * most 1,000.
   */
  from: number;
  most: number;
  /** Row asks for First: the first match in this row or after it. */
  row: number;
}

/** FindResponse has what was found. */
export interface FindResponse {
  /** Total is the number of matches; the search stops after 100,000. */
  total: number;
  /**
   * First is the number of the first match at or after FindRequest.Row, 0 if there is none
   * after, -1 if there is none at all.
   */
  first: number;
  matches: Match[];
}

/** MatchSide says where a match is. */
export type MatchSide = 0 | 1 | 2;
export const MatchLeft = 0;
/** MatchRight is used only for lines that differ from the left one. */
export const MatchRight = 1;
export const MatchReason = 2;

/**
 * Match is where the query was found: a half-open range of UTF-16 code units of a line, or of
 * the text of a row's own reason. In JSON it is the array [row, item, side, from, to].
 */
export type Match = [row: number, item: number, side: MatchSide, from: number, to: number];

/** NextRequest asks for the next row that differs. */
export interface NextRequest {
  result: number;
  view: RowView;
  /**
   * Row is where to begin, -1 for the beginning; Back searches upwards. The
   * search wraps around.
   */
  row: number;
  back: boolean;
}

/**
 * WhereRequest asks where something is shown: a row, a line of a side, a line of the
 * editor's text or a value. Exactly one of them is not null.
 */
export interface WhereRequest {
  result: number;
  view: RowView;
  /** Row is a row. */
  row?: number | null;
  /** Left and Right are lines of a side, from 0. */
  left?: number | null;
  right?: number | null;
  /** Source is a line of the editor's text, from 1. */
  source?: number | null;
  /** Value is the identity of a value, as in Span. */
  value?: number | null;
}

/** WhereResponse lists the rows, in their order. */
export interface WhereResponse {
  /** Places has at most 1,000 places, Total is the number of all places. */
  places: Found[];
  total: number;
}

/**
 * Found is a row that was asked for. Item is the item that shows it, or in which it is folded: then
 * Fold is the first row of the run, otherwise -1.
 */
export interface Found {
  row: number;
  item: number;
  fold: number;
  /**
   * Left and Right are its lines, from 0, -1 where there is none; Source is the line of the
   * editor's text from which it comes, 0 if there is none.
   */
  left: number;
  right: number;
  source: number;
  /** Defines means that the requested value is defined here. */
  defines?: boolean;
}

/** TextRequest asks for a text to copy, to prove or to run. */
export interface TextRequest {
  result: number;
  /**
   * Form is "left" or "right" for lines of a side, with their asides, or "markdown" for the
   * comparison with its reasons.
   */
  form: string;
  /** From and To are the requested rows, half-open; To -1 means all. */
  from: number;
  to: number;
  /**
   * Start and End cut off the first and the last line, in UTF-16 code units; End -1 cuts
   * nothing.
   */
  start: number;
  end: number;
}

/** TextResponse has it, lines separated by "\n". */
export interface TextResponse {
  text: string;
}

/** WhyRequest asks why the operation of a row is still on the right. */
export interface WhyRequest {
  result: number;
  row: number;
}

/** WhyResponse says it; Lines is empty if the row has no operation on the right. */
export interface WhyResponse {
  lines: WhyLine[];
}

/** WhyLine is a sentence of an answer. */
export interface WhyLine {
  /**
   * Kind is "stays" (what the operation is needed for), "known" (what is known of what it
   * uses), "lost" (what was known, and what made it unknown) "needed" (what would make it
   * go: it was tried) or "gone" (it is not there).
   */
  kind: string;
  text: Part[];
}

/** RunRequest asks to interpret a trace before and after optimization. */
export interface RunRequest {
  text: string;
  passes: string[];
  /**
   * Result, if not 0, is the number of a result: its text and passes are run, and Text and Passes
   * are empty. If it is no longer kept, the answer is an Absent.
   */
  result?: number;
  /**
   * Inputs is the text of the inputs, e.g.
   * "i0=3, p1=BoxedInteger(intval=5), p2=p1". Inputs left out take their
   * suggested value.
   */
  inputs: string;
  /** Steps is the number of jumps after which a loop is stopped; 0 means 1000. */
  steps: number;
  /**
   * Imagined makes up what only the traced program knows: what calls do, and which
   * objects the constants are that a log gives only as numbers.
   */
  imagined?: boolean;
}

/** RunResponse holds both outcomes and the judge's verdict on them. */
export interface RunResponse {
  /** Diagnostics are errors in the text of the trace. */
  diagnostics: Diagnostic[];
  /** InputDiagnostics are errors in the text of the inputs. */
  inputDiagnostics: Diagnostic[];
  /**
   * Verdict is "agree", "differ", "undefined" (the recorded trace has no
   * meaning on these inputs), "opaque" (an operation cannot be interpreted) or
   * "" when there were errors.
   */
  verdict: string;
  /** Reason gives the reason for the verdict in words. */
  reason: string;
  before: Outcome | null;
  after: Outcome | null;
  /** MadeUp says what was made up in a run that is Imagined; it is left out if nothing was. */
  madeUp?: MadeUp | null;
}

/** MadeUp is what a run of a recorded trace did not know and assumed. */
export interface MadeUp {
  /** Calls is the number of operations whose meaning only the traced program knows. */
  calls: number;
  /**
   * Constants are those that a log gives only as numbers, in the order of the trace. Each
   * was an object of its own unless the inputs said otherwise.
   */
  constants: string[];
  /** Guessed means that the course of the run depended on one of them. */
  guessed: boolean;
}

/** Outcome is everything that a trace did and that can be seen from outside. */
export interface Outcome {
  /**
   * Exit is "guard", "finish", "end", "limit", "undefined", "opaque" or
   * "exhausted" (more operations or memory than a run may use).
   */
  exit: string;
  /**
   * At is the operation through which the trace was left, in a listing of the whole trace; null
   * if there is none.
   */
  at: Line | null;
  /** Detail explains an undefined or opaque exit. */
  detail?: string;
  /** Values are the exit's values. */
  values: NamedValue[];
  /**
   * Effects are the visible effects in order, e.g. "print(22)"; their values are as in NamedValue.
   * MoreEffects is the number of effects that are not listed.
   */
  effects: Span[][];
  moreEffects: number;
  /** Heap has the reachable objects. */
  heap: Object[];
  /**
   * Jumps is the number of jumps taken, Steps the number of operations that ran,
   * Allocations the number of objects and arrays allocated.
   */
  jumps: number;
  steps: number;
  allocations: number;
}

/**
 * NamedValue is a name with a value. The value is one span: a number, a constant (null, None), or a
 * variable, which names one of the objects listed with it.
 */
export interface NamedValue {
  name: string;
  value: Span;
}

/** Object is one reachable object or array. */
export interface Object {
  /** Name is how values refer to it: an input's name or "new1", "new2", …. */
  name: string;
  /** Class is its class, or its array type. */
  class: string;
  /** Length is the length of an array; objects and empty arrays have none. */
  length?: number;
  /** Fields are the fields or items that were written. */
  fields: NamedValue[];
}
