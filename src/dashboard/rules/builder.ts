import { createContext, useContext } from 'react';
import type { PartDraft, RuleDraft } from './draft.ts';
import type { Choices } from './operators-of.ts';
import type { Counts } from './use-counts.ts';

/** The shared context of all rules in a builder. */
export interface Builder {
  /** The kinds of rules that there can be. */
  kinds: readonly string[];
  choices: Choices | undefined;
  counts: Counts;
  /** Whether the figures are about to change. */
  recounting: boolean;
  /** The server's error for a rule or a group, by its key. */
  problems: ReadonlyMap<string, string>;
  /** Whether a rule holds for the person who was picked, by its key. */
  outcomes: ReadonlyMap<string, boolean>;
  mayWrite: boolean;
  /** The segment that is changed, if it is one: a rule cannot refer to it. */
  segmentId: string | undefined;
  /** The name of the event that starts a run. Empty: none does, or any. */
  triggerEvent: string;
  isFinished: (rule: RuleDraft) => boolean;
  /** Changes a part by its key; undefined takes it away. */
  change: (key: string, change: (part: PartDraft) => PartDraft | undefined) => void;
}

const Context = createContext<Builder | undefined>(undefined);
export const WithBuilder = Context;

/** The conditions that are built around this component. */
export function useBuilder(): Builder {
  const builder = useContext(Context);
  if (!builder) throw new Error('No conditions are built here.');
  return builder;
}
