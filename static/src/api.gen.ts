// Code generated from wasm/api/types.go by go generate ./wasm/api. DO NOT EDIT.

export interface OptimizeRequest {
  text: string;
  passes: string[];
  from: number;
  to: number;
  numbered?: string;
}

export interface OptimizeResponse {
  diagnostics: Diagnostic[];
  stages: Stage[];
  from: number;
  to: number;
  left: string;
  right: string;
  rows: Row[];
  remarks: Remark[];
  impossible?: string;
  inputs: Input[];
  dialect: string;
}

export interface Stage {
  pass: string;
  ops: number;
  removed: number;
  replaced: number;
  added: number;
  moved: number;
}

export type RowKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const RowSame = 0;
export const RowArgs = 1;
export const RowReplaced = 2;
export const RowRemoved = 3;
export const RowAdded = 4;
export const RowMovedFrom = 5;
export const RowMovedTo = 6;
export const RowComment = 7;

/** [left, right, kind, remark, partner] */
export type Row = [left: number, right: number, kind: RowKind, remark: number, partner: number];

export interface Remark {
  kind: string;
  pass: string;
  reason: string;
  rule?: string;
  text: string;
  left: number;
  right: number;
}

export interface Diagnostic {
  severity: string;
  code: string;
  message: string;
  from: number;
  to: number;
  line: number;
  column: number;
}

export interface Input {
  name: string;
  type: string;
  suggestion: string;
}

export interface RunRequest {
  text: string;
  passes: string[];
  inputs: string;
  steps: number;
}

export interface RunResponse {
  diagnostics: Diagnostic[];
  inputDiagnostics: Diagnostic[];
  verdict: string;
  reason: string;
  before: Outcome | null;
  after: Outcome | null;
}

export interface Outcome {
  exit: string;
  at: string;
  line: number;
  detail?: string;
  values: NamedValue[];
  effects: string[];
  heap: Object[];
  jumps: number;
  steps: number;
  allocations: number;
}

export interface NamedValue {
  name: string;
  value: string;
}

export interface Object {
  name: string;
  class: string;
  fields: NamedValue[];
}

export interface DescribeResponse {
  version: string;
  operations: Operation[];
  passes: PassInfo[];
  presets: PresetInfo[];
  rules: RuleInfo[];
  reasons: ReasonInfo[];
  examples: Example[];
}

export interface Operation {
  name: string;
  names: string[];
  signature: string;
  group: string;
  effect: string;
  doc: string;
  example: string;
}

export interface PassInfo {
  name: string;
  title: string;
  doc: string;
  why: string;
}

export interface PresetInfo {
  name: string;
  title: string;
  passes: string[];
}

export interface RuleInfo {
  name: string;
  text: string;
  doc: string;
}

export interface ReasonInfo {
  id: string;
  doc: string;
}

export interface Example {
  id: string;
  group: string;
  title: string;
  note: string;
  text: string;
  preset: string;
  inputs: string;
}

export interface VersionResponse {
  version: string;
  go: string;
}

export interface ErrorResponse {
  error: string;
}
