import type { HtmlLook } from '../html-look.ts';
import type { Missing } from './missing-values.ts';
import type { TemplateProblem } from './problem.ts';

/** A job for a worker. `mergeData` is JSON text, so that only plain values reach a template. */
export type Job =
  /** `thorough`: also finds sources that render but are surely mistakes. */
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
  /** For campaigns: Liquid then finds the rendered preheader and subject in `campaign`. */
  preheader?: string;
  /** Whether a variable without a value stops the message. */
  strict?: boolean;
}

export interface Rendered {
  subject: string;
  html: string;
  text: string;
  /** Warnings for the author of the template. Empty unless the job has `warn`. */
  warnings: string[];
  /** Unreadable values: Infinity, NaN, [object Object]. They are among the warnings too. */
  remarks: string[];
  /** Variables without a value, if the job has `watch`. */
  missing?: Missing[];
}

export type RenderAnswer =
  | { kind: 'rendered'; rendered: Rendered }
  | { kind: 'refused'; reason: string; slow: boolean };

/** The result of rendering a message, without the message. */
export interface Tried {
  /** Why it cannot be rendered. The other fields are meaningless then. */
  reason?: string;
  slow: boolean;
  hasSubject: boolean;
  /** Whether the HTML contains the wanted text. */
  hasWanted: boolean;
  /** Addresses in the HTML that do not lead to a public host. */
  dead: string[];
  /** Unreadable values, as in Rendered. */
  remarks: string[];
  look: HtmlLook;
}

/** The texts of one set of merge data, in the order of their sources, or why there are none. */
export type ValuesAnswer = { texts: string[] } | { reason: string; slow: boolean };

/**
 * The parts of a name in a template: `["subscriber", "attributes", "city"]`. Parts that only a render knows are not texts.
 * Null stands for each member of a list in a loop: `["event", "items", null, "price"]`.
 */
export type NamedPath = readonly unknown[];

export type Answer =
  | { kind: 'named'; paths: NamedPath[] }
  | { kind: 'tried'; tried: Tried[] }
  | { kind: 'checked'; problem?: TemplateProblem }
  | { kind: 'rendered-values'; answers: ValuesAnswer[] }
  | { kind: 'rendered-many'; answers: RenderAnswer[] }
  | RenderAnswer;
