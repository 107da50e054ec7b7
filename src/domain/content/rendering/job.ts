import type { TemplateProblem } from './problem.ts';

/** A job for a worker. `mergeData` is JSON text, so that only plain values reach a template. */
export type Job =
  | { kind: 'check'; source: string }
  | ({ kind: 'render-many'; html: string; shared: string; mergeData: string[] } & Words)
  | ({ kind: 'render'; html?: string; mergeData: string; warn?: boolean } & Words);

interface Words {
  subject: string;
  text?: string;
  /** Given for a campaign: then Liquid finds it and the subject, both as rendered, in `campaign`. */
  preheader?: string;
}

export interface Rendered {
  subject: string;
  html: string;
  text: string;
  /** Warnings for the author of the template. Empty unless the job has `warn`. */
  warnings: string[];
}

export type RenderAnswer =
  | { kind: 'rendered'; rendered: Rendered }
  | { kind: 'refused'; reason: string; slow: boolean };

export type Answer =
  | { kind: 'checked'; problem?: TemplateProblem }
  | { kind: 'rendered-many'; answers: RenderAnswer[] }
  | RenderAnswer;
