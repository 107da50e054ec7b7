import { Button, Group, Progress, Text } from '@mantine/core';
import {
  BulkProgressedDocument,
  type BulkProgressFragment,
  CancelBulkDocument,
} from '../../../generated/dashboard/people.ts';
import { useLive } from '../../client/use-live.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useBulkText } from './bulk-texts.ts';

/** Follows a change to many people, which goes on without the screen, and stops it. */
export function BulkProgress({ job: { id, processed, total }, onProgress }: Props) {
  const t = useBulkText();
  const [cancel, busy] = useMutation(CancelBulkDocument);
  useLive(BulkProgressedDocument, { id }, ({ bulkUpdateProgressed: now }) => onProgress(now));
  return (
    <Group gap="xs" wrap="nowrap" flex={1}>
      <Text size="sm" fw={600} role="status">
        {t('progress', { done: processed, all: total })}
      </Text>
      <Progress value={total > 0 ? (100 * processed) / total : 0} flex={1} aria-label={t('ofAll')} />
      <Button variant="default" size="xs" loading={busy} onClick={() => void cancel({ id })}>
        {t('stop')}
      </Button>
    </Group>
  );
}

interface Props {
  job: BulkProgressFragment;
  onProgress: (job: BulkProgressFragment) => void;
}
