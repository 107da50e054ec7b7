import type { TemplateProblem } from './problem.ts';

/** What a worker is asked. `scope` is JSON text: nothing but plain values can reach a template. */
export type Job =
  | { kind: 'check'; source: string }
  | { kind: 'render-many'; subject: string; html: string; text?: string; scopes: string[] }
  | { kind: 'render'; subject: string; html: string; text?: string; scope: string; warn?: boolean };

export interface Rendered {
  subject: string;
  html: string;
  text: string;
  /** What its author may want to know; only when asked for. */
  warnings: string[];
}

export type RenderAnswer =
  | { kind: 'rendered'; rendered: Rendered }
  | { kind: 'refused'; reason: string; slow: boolean };

export type Answer =
  | { kind: 'checked'; problem?: TemplateProblem }
  | { kind: 'rendered-many'; answers: RenderAnswer[] }
  | RenderAnswer;
