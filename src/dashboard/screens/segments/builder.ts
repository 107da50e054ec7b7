import { createContext, useContext } from 'react';
import type { PartDraft, RuleDraft } from './draft.ts';
import type { Choices } from './operators-of.ts';
import type { Counts } from './use-counts.ts';

/** What all rules of a segment that is built have to do with. */
export interface Builder {
  list: string;
  choices: Choices | undefined;
  counts: Counts;
  /** Whether the figures are about to change. */
  moving: boolean;
  /** What the server says of a rule or a group, by its key. */
  problems: ReadonlyMap<string, string>;
  /** Whether a rule holds for the person who was picked, by its key. */
  outcomes: ReadonlyMap<string, boolean>;
  mayWrite: boolean;
  /** The segment that is changed: a rule cannot refer to it. */
  segmentId: string | undefined;
  isFinished: (rule: RuleDraft) => boolean;
  /** Changes a part by its key; undefined takes it away. */
  change: (key: string, change: (part: PartDraft) => PartDraft | undefined) => void;
}

const Context = createContext<Builder | undefined>(undefined);
export const WithBuilder = Context;

/** The segment that is built around this component. */
export function useBuilder(): Builder {
  const builder = useContext(Context);
  if (!builder) throw new Error('No segment is built here.');
  return builder;
}
