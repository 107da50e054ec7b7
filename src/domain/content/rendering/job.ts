import type { HtmlLook } from '../html-look.ts';
import type { Missing } from './missing-values.ts';
import type { TemplateProblem } from './problem.ts';

/** A job for a worker. `mergeData` is JSON text, so that only plain values reach a template. */
export type Job =
  /** `thorough`: also what renders, but cannot be meant. */
  | { kind: 'check'; source: string; thorough: boolean }
  | { kind: 'names'; sources: string[] }
  | ({ kind: 'try'; html: string; shared: string; mergeData: string[]; wanted: string } & Words)
  | { kind: 'render-values'; sources: string[]; shared: string; mergeData: string[] }
  | ({ kind: 'render-many'; html: string; shared: string; mergeData: string[] } & Words)
  | ({
      kind: 'render';
      html?: string;
      mergeData: string;
      warn?: boolean;
      watch?: boolean;
      language?: string | null;
    } & Words);

interface Words {
  subject: string;
  text?: string;
  /** Given for a campaign: then Liquid finds it and the subject, both as rendered, in `campaign`. */
  preheader?: string;
  /** Whether a variable without a value refuses the message. */
  strict?: boolean;
}

export interface Rendered {
  subject: string;
  html: string;
  text: string;
  /** Warnings for the author of the template. Empty unless the job has `warn`. */
  warnings: string[];
  /** Of values that people cannot read: Infinity, NaN, [object Object]. They are among the warnings too. */
  remarks: string[];
  /** Which variables had no value. Given where the job has `watch`. */
  missing?: Missing[];
}

export type RenderAnswer =
  | { kind: 'rendered'; rendered: Rendered }
  | { kind: 'refused'; reason: string; slow: boolean };

/** What a message turned out to be, without the message. */
export interface Tried {
  /** Why it cannot be rendered. The rest says nothing then. */
  reason?: string;
  slow: boolean;
  hasSubject: boolean;
  /** Whether the HTML has the text that was wanted in it. */
  hasWanted: boolean;
  /** Addresses in the HTML that lead to no public host. */
  dead: string[];
  /** Of values that people cannot read, as in Rendered. */
  remarks: string[];
  look: HtmlLook;
}

/** Texts of one set of merge data, in the order of their sources; or why there are none. */
export type ValuesAnswer = { texts: string[] } | { reason: string; slow: boolean };

/**
 * The parts of a name that a template uses: `["subscriber", "attributes", "city"]`. A part that is not known before is no text. Null
 * stands for each member of a list that a loop goes through: `["event", "items", null, "price"]`.
 */
export type NamedPath = readonly unknown[];

export type Answer =
  | { kind: 'named'; paths: NamedPath[] }
  | { kind: 'tried'; tried: Tried[] }
  | { kind: 'checked'; problem?: TemplateProblem }
  | { kind: 'rendered-values'; answers: ValuesAnswer[] }
  | { kind: 'rendered-many'; answers: RenderAnswer[] }
  | RenderAnswer;
