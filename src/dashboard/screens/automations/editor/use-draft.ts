import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type EditedAutomationFragment,
  UpdateAutomationDocument,
} from '../../../../generated/dashboard/automations.ts';
import { errorElsewhere, fieldErrors } from '../../../client/field-errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { changesOf } from '../definition/changes.ts';
import { type Draft, draftOf, isSameDraft } from '../definition/draft.ts';
import { type ErrorsByPart, errorsByPart } from '../definition/part-errors.ts';
import { useHistory } from './use-history.ts';

const NO_ERRORS: ErrorsByPart = new Map();

/** The draft of an automation: with undo, changes by others, and the server's errors. */
export function useDraft(automation: EditedAutomationFragment) {
  const saved = draftOf(automation);
  const [base, setBase] = useState(saved);
  const history = useHistory(saved);
  const [failure, setFailure] = useState<{ error: CombinedError | undefined; byPart: ErrorsByPart }>();
  const [update, busy] = useMutation(UpdateAutomationDocument);
  const draft = history.now;
  const isChanged = !isSameDraft(draft, base);
  const isElsewhere = !isSameDraft(saved, base);

  // Changes by others show at once, unless they would overwrite a draft.
  if (isElsewhere && (!isChanged || isSameDraft(saved, draft)) && !busy) {
    setBase(saved);
    if (!isChanged) history.reset(saved);
  }

  const fail = (error: CombinedError | undefined, prefix = '') => {
    const errors = Object.entries(fieldErrors(error)).map(([path, message]) => [withoutPrefix(path, prefix), message]);
    const byPart = errorsByPart(Object.fromEntries(errors), draft.steps);
    const isBesideField = (path: string) =>
      OF_TRIGGER_PANEL.includes(path) || !errorsByPart({ [withoutPrefix(path, prefix)]: '' }, draft.steps).has('');
    setFailure(error && { error: errorElsewhere(error, isBesideField), byPart });
    return byPart;
  };

  return {
    ...history,
    draft,
    saved,
    isChanged,
    busy,
    isElsewhere: isElsewhere && isChanged && !busy,
    errors: failure?.byPart ?? NO_ERRORS,
    /** Problems that no field shows. */
    error: failure?.error,
    /** Shows errors of the draft, including those of a simulation. */
    fail,
    /** Loads another editor's version; undo restores the draft. */
    loadTheirs: () => {
      history.change(saved);
      setBase(saved);
    },
    discard: () => {
      history.change(base);
      setFailure(undefined);
    },
    /** Saves it. Returns the errors, or undefined after saving. */
    save: async (moveRuns: boolean): Promise<ErrorsByPart | undefined> => {
      const { parts } = changesOf(base, draft);
      const input = {
        ...(parts.includes('name') && { name: draft.name }),
        ...(parts.includes('listId') && { listId: draft.listId }),
        ...(changesOf(base, draft).ofDefinition && definitionOf(draft)),
        moveRuns,
      };
      const { data, error } = await update({ input: { id: automation.id, ...input } });
      const wrong = fail(error);
      if (!data) return wrong;
      const now = draftOf(data.updateAutomation.automation);
      setBase(now);
      if (!isSameDraft(now, draft)) history.change(now);
      return undefined;
    },
  };
}

/** The parts of a definition, as the API takes them. */
export const definitionOf = ({ trigger, entry, exits, steps, sendWindow }: Draft) => ({
  trigger: { ...trigger },
  entry: { ...entry },
  exits: exits.map((exit) => ({ ...exit })),
  steps: steps.map((step) => ({ ...step })),
  sendWindow: sendWindow && { ...sendWindow },
});

/** Fields of the trigger's panel beside the trigger. */
const OF_TRIGGER_PANEL = ['name', 'listId'];

const withoutPrefix = (path: string, prefix: string): string =>
  path.startsWith(prefix) ? path.slice(prefix.length) : path;
