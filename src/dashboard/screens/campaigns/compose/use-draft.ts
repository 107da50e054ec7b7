import { useRef, useState } from 'react';
import type { CombinedError } from 'urql';
import { type UpdateCampaignInput, UpdateDraftDocument } from '../../../../generated/dashboard/campaigns.ts';
import { fieldErrors } from '../../../client/field-errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';

type Changes = Omit<UpdateCampaignInput, 'id'>;

/** How a draft is changed: a field at a time, as soon as it is left. */
export interface Draft {
  /** Whether the change was saved. */
  change(input: Changes): Promise<boolean>;
  /** The server's field errors, until they are fixed. */
  errors: Record<string, string>;
  /** An error without a field. */
  error: CombinedError | undefined;
}

/** Saves changes of a draft one after another, in order, and calls `onChanged` for each. */
export function useDraft(id: string, onChanged: () => void): Draft {
  const [update] = useMutation(UpdateDraftDocument);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState<CombinedError>();
  const last = useRef(Promise.resolve(true));
  const write = async (input: Changes) => {
    const { error } = await update({ input: { id, ...input } });
    const found = fieldErrors(error);
    const isGiven = (path: string) => (path.split('.')[0] ?? '') in input;
    setErrors((known) => ({
      ...Object.fromEntries(Object.entries(known).filter(([path]) => !isGiven(path))),
      ...found,
    }));
    setError(Object.keys(found).length === 0 ? error : undefined);
    if (!error) onChanged();
    return !error;
  };
  const change = (input: Changes) => {
    last.current = last.current.then(() => write(input));
    return last.current;
  };
  return { change, errors, error };
}
