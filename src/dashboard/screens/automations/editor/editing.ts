import { createContext, useContext } from 'react';
import type { AutomationChoicesQuery, EditedAutomationFragment } from '../../../../generated/dashboard/automations.ts';
import type { Draft } from '../definition/draft.ts';
import type { ErrorsByPart } from '../definition/part-errors.ts';
import type { Step, StepType } from '../definition/step.ts';
import type { Slot } from '../definition/tree.ts';
import type { RunPath } from '../simulation/run-path.ts';
import type { Words } from '../use-words.ts';
import type { Figures } from './use-figures.ts';

export type StepCounts = EditedAutomationFragment['stepCounts'][number];

/** The shared context of the automation editor. */
export interface Editing {
  automationId: string;
  draft: Draft;
  /** Whether it was never activated: only then its list may be another. */
  isDraft: boolean;
  mayEdit: boolean;
  /** The part that is open beside the steps. */
  chosen: string | undefined;
  choose(part: string | undefined): void;
  errors: ErrorsByPart;
  warnings: ErrorsByPart;
  counts: ReadonlyMap<string, StepCounts>;
  /** The report's results of each step. */
  figures: Figures;
  /** The path of a simulation or a run through the steps. */
  runPath: RunPath | undefined;
  words: Words;
  lists: AutomationChoicesQuery['lists']['nodes'];
  fields: AutomationChoicesQuery['contactFields']['nodes'];
  /** Changes the draft; `of` names the field, so its keystrokes undo as one. */
  change(draft: Draft, of?: string): void;
  insert(slot: Slot, type: StepType): void;
  move(id: string, slot: Slot): void;
  shift(id: string, by: -1 | 1): void;
  remove(id: string): void;
  copy(step: Step): void;
}

export const EditingContext = createContext<Editing | undefined>(undefined);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('No automation is shown here.');
  return editing;
}
