import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type BulkChangeInput,
  type BulkProgressFragment,
  RunningBulkDocument,
  StartBulkDocument,
} from '../../../generated/dashboard/people.ts';
import { wordsOf } from '../../client/issue-words.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import type { useUndo } from '../../editing/undo.tsx';
import { useBulkText } from './bulk-texts.ts';
import type { Everyone } from './search.ts';
import type { BulkChanges } from './use-bulk.ts';

interface Running {
  job: BulkProgressFragment;
  /** The outcome in words. */
  tell: (count: number) => string;
}

const isRunning = ({ status }: BulkProgressFragment) => status === 'WAITING' || status === 'RUNNING';

/**
 * Changes to all people that match the filters, in the background. Also follows a change that goes on since an earlier visit.
 * `onEnd` is called when a change has ended.
 */
export function useBulkOfAll(undo: ReturnType<typeof useUndo>, onEnd: () => void) {
  const t = useBulkText();
  const [start, isStarting] = useMutation(StartBulkDocument);
  const [running, setRunning] = useState<Running>();
  const [error, setError] = useState<CombinedError>();
  const [ended, setEnded] = useState<string>();
  const earlier = useRead(RunningBulkDocument, {}).data?.bulkUpdates.nodes.find(isRunning);
  const tellEarlier = (count: number) => t(earlier?.each === 'PERSON' ? 'changedPeople' : 'changed', { count });
  const resumed = earlier && earlier.id !== ended ? { job: earlier, tell: tellEarlier } : undefined;
  const current = running ?? resumed;

  const begin = async (everyone: Everyone, change: BulkChangeInput, tell: Running['tell']): Promise<void> => {
    const { data, error: refused } = await start({ input: { change, ...everyone } });
    setError(refused);
    const job = data?.startBulkUpdate.bulkUpdate;
    if (job) setRunning({ job, tell });
  };

  /** Shows the progress, and at the end the outcome. */
  const follow = (job: BulkProgressFragment) => {
    if (!current) return;
    if (isRunning(job)) return setRunning({ ...current, job });
    setRunning(undefined);
    setEnded(job.id);
    const problems = job.failures.map(({ problem, code, count }) =>
      problem.includes('resubscribe')
        ? t('leftOut', { count })
        : t('failedOfAll', { count, problem: wordsOf({ path: [], message: problem, problem, code }) }),
    );
    const stop = job.status === 'CANCELLED' ? t('stopped', { done: job.processed, all: job.total }) : job.failureReason;
    undo.show([current.tell(job.changed), stop, ...problems].filter(Boolean).join(' '));
    onEnd();
  };

  const changesTo = (everyone: Everyone): BulkChanges => ({
    tag: (tags, isAdded) =>
      begin(everyone, isAdded ? { addTags: tags } : { removeTags: tags }, (count) =>
        t(isAdded ? 'tagged' : 'untagged', { count, tags: tags.join(', ') }),
      ),
    setField: (attribute, label, value) =>
      begin(everyone, { setAttribute: { key: attribute, value } }, (count) => t('fieldSet', { count, label })),
    subscribe: (list, resubscribe) =>
      begin(everyone, { subscribe: { listId: list.id, resubscribe } }, (count) =>
        t('subscribed', { count, list: list.name }),
      ),
    unsubscribe: () => begin(everyone, { unsubscribe: true }, (count) => t('unsubscribed', { count })),
    suppress: () => begin(everyone, { suppress: true }, (count) => t('suppressed', { count })),
    delete: () => begin(everyone, { delete: true }, (count) => t('deleted', { count })),
  });
  const forget = () => setError(undefined);
  return { changesTo, job: current?.job, isBusy: isStarting || current !== undefined, follow, error, forget };
}

export type BulkOfAll = ReturnType<typeof useBulkOfAll>;
