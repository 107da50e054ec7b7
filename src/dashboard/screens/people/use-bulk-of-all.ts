import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type BulkPeopleInput,
  type BulkProgressFragment,
  StartBulkDocument,
  type StartBulkUpdateInput,
} from '../../../generated/dashboard/people.ts';
import { useMutation } from '../../client/use-mutation.ts';
import type { useUndo } from '../../editing/undo.tsx';
import { useBulkText } from './bulk-texts.ts';
import type { BulkChanges } from './use-bulk.ts';

interface Running {
  job: BulkProgressFragment;
  /** The outcome in words. */
  tell: (count: number) => string;
}

/** Changes to all people that match the filters, in the background. `onEnd` is called when such a change has ended. */
export function useBulkOfAll(people: BulkPeopleInput, undo: ReturnType<typeof useUndo>, onEnd: () => void) {
  const t = useBulkText();
  const [start] = useMutation(StartBulkDocument);
  const [running, setRunning] = useState<Running>();
  const [error, setError] = useState<CombinedError>();

  const begin = async (change: Omit<StartBulkUpdateInput, 'people'>, tell: Running['tell']) => {
    const { data, error: refused } = await start({ input: { ...change, people } });
    setError(refused);
    const job = data?.startBulkUpdate.bulkUpdate;
    if (job) setRunning({ job, tell });
  };

  /** Shows the progress, and at the end the outcome. */
  const follow = (job: BulkProgressFragment) => {
    if (!running) return;
    if (job.status === 'WAITING' || job.status === 'RUNNING') return setRunning({ ...running, job });
    setRunning(undefined);
    const problems = job.failures.map(({ problem, count }) => t('failedOfAll', { count, problem }));
    const stopped =
      job.status === 'CANCELLED' ? t('stopped', { done: job.processed, all: job.total }) : job.failureReason;
    undo.show([running.tell(job.changed), stopped, ...problems].filter(Boolean).join(' '));
    onEnd();
  };

  const changes: BulkChanges = {
    tag: (tags, isAdded) =>
      begin({ action: isAdded ? 'ADD_TAGS' : 'REMOVE_TAGS', tags }, (count) =>
        t(isAdded ? 'tagged' : 'untagged', { count, tags: tags.join(', ') }),
      ),
    setField: (attribute, label, value) =>
      begin({ action: 'SET_ATTRIBUTE', attribute, value }, (count) => t('fieldSet', { count, label })),
    subscribe: (list, resubscribe) =>
      begin({ action: 'SUBSCRIBE', listId: list.id, resubscribe }, (count) =>
        t('subscribed', { count, list: list.name }),
      ),
    unsubscribe: () => begin({ action: 'UNSUBSCRIBE' }, (count) => t('unsubscribed', { count })),
    suppress: () => begin({ action: 'SUPPRESS' }, (count) => t('suppressed', { count })),
    delete: () => begin({ action: 'DELETE' }, (count) => t('deleted', { count })),
  };
  return { changes, job: running?.job, follow, error };
}
