import { useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import {
  DeleteTemplateDocument,
  OneTemplateDocument,
  TemplateUsedDocument,
  type TemplateUsedQuery,
} from '../../../generated/dashboard/templates.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { keepDeleted } from './last-deleted.ts';

export type Uses = NonNullable<TemplateUsedQuery['templateUses']>;

/** Deletes a template with undo. If campaigns or automations still use it, `needing` lists them, and `remove` confirms. */
export function useDelete(id: string, onDeleted: () => void) {
  const client = useClient();
  const [needing, setNeeding] = useState<Uses>();
  const [error, setError] = useState<CombinedError>();
  const [change, busy] = useMutation(DeleteTemplateDocument);
  const fresh = { requestPolicy: 'network-only' } as const;
  const remove = async () => {
    const { data } = await client.query(OneTemplateDocument, { id }, fresh).toPromise();
    const { error } = await change({ id });
    setError(error);
    if (error) return;
    setNeeding(undefined);
    if (data?.template) keepDeleted(data.template);
    onDeleted();
  };
  const start = async () => {
    const { data, error } = await client.query(TemplateUsedDocument, { id }, fresh).toPromise();
    setError(error);
    if (data?.templateUses?.needed) setNeeding(data.templateUses);
    else if (!error) await remove();
  };
  return { start, remove, needing, cancel: () => setNeeding(undefined), error, busy };
}
