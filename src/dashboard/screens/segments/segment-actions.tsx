import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CreateSegmentDocument,
  DeleteSegmentDocument,
  type SegmentRowFragment,
} from '../../../generated/dashboard/segments.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { Failed } from '../../states/failed.tsx';
import { useSegmentsText } from './texts.ts';

/**
 * Copies a segment, or deletes it. References use the id, so a recreated segment would not be found: the dialog asks for the
 * name.
 */
export function SegmentActions({ segment: { id, name, listId, conditions } }: { segment: SegmentRowFragment }) {
  const t = useSegmentsText();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const [confirming, setConfirming] = useState(false);
  const [error, setError] = useState<CombinedError>();
  const [create, busy] = useMutation(CreateSegmentDocument);
  const [remove] = useMutation(DeleteSegmentDocument);
  const copy = async () => {
    const made = await create({ input: { listId, name: t('copyOf', { name }), conditions } });
    setError(made.error);
    if (made.data) void navigate({ to: '/segments/$id', params: { id: made.data.createSegment.segment.id } });
  };
  if (!mayWrite) return null;
  return (
    <Group gap="xs">
      {error && <Failed error={error} />}
      <Button variant="default" loading={busy} onClick={() => void copy()}>
        {t('duplicate')}
      </Button>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {t('delete')}
      </Button>
      <ConfirmByName
        title={t('deleteTitle')}
        warning={t('deleteWarning')}
        name={confirming ? name : undefined}
        isTyped={false}
        action={t('delete')}
        onConfirm={async () => {
          const done = await remove({ id });
          if (!done.error) void navigate({ to: '/segments', search: { list: listId }, ignoreBlocker: true });
          return done;
        }}
        onClose={() => setConfirming(false)}
      />
    </Group>
  );
}
