import { useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import {
  DeleteTemplateDocument,
  OneTemplateDocument,
  TemplateUsedDocument,
  type TemplateUsedQuery,
} from '../../../generated/dashboard/templates.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { rememberDeleted } from './last-deleted.ts';

export type Uses = NonNullable<NonNullable<TemplateUsedQuery['template']>['uses']>;

/** Deletes a template with undo. If campaigns or automations still use it, `needing` lists them, and `remove` confirms. */
export function useDelete(id: string, onDeleted: () => void) {
  const client = useClient();
  const [usedBy, setUsedBy] = useState<Uses>();
  const [error, setError] = useState<CombinedError>();
  const [change, busy] = useMutation(DeleteTemplateDocument);
  const fresh = { requestPolicy: 'network-only' } as const;
  const remove = async () => {
    const { data } = await client.query(OneTemplateDocument, { id }, fresh).toPromise();
    const { error } = await change({ id });
    setError(error);
    if (error) return;
    setUsedBy(undefined);
    if (data?.template) rememberDeleted(data.template);
    onDeleted();
  };
  const start = async () => {
    const { data, error } = await client.query(TemplateUsedDocument, { id }, fresh).toPromise();
    setError(error);
    const uses = data?.template?.uses;
    if (uses?.needed) setUsedBy(uses);
    else if (!error) await remove();
  };
  return { start, remove, usedBy, cancel: () => setUsedBy(undefined), error, busy };
}
