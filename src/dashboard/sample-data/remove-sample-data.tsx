import { Button } from '@mantine/core';
import { useState } from 'react';
import { RemoveSampleDataDocument } from '../../generated/dashboard/sample-data.ts';
import { notifyMissed } from '../client/missed.ts';
import { useMutation } from '../client/use-mutation.ts';
import { ConfirmByName } from '../editing/confirm-by-name.tsx';
import { useSampleDataText } from './texts.ts';

interface Props {
  people: number;
  /** Names the removed and the kept objects in words. */
  onRemoved: (message: string) => void;
}

/** Removes the sample data after a confirmation. Screens read their data again. */
export function RemoveSampleData({ people, onRemoved }: Props) {
  const t = useSampleDataText();
  const [isAsking, setAsking] = useState(false);
  const [remove] = useMutation(RemoveSampleDataDocument);
  const confirm = async () => {
    const answer = await remove({});
    if (!answer.data) return answer;
    const { keptLists, keptTemplates } = answer.data.removeSampleData;
    const names = (kept: readonly { name: string }[]) => kept.map(({ name }) => name).join(', ');
    const parts = [
      t('removed'),
      ...(keptLists.length > 0 ? [t('keptLists', { names: names(keptLists) })] : []),
      ...(keptTemplates.length > 0 ? [t('keptTemplates', { names: names(keptTemplates) })] : []),
    ];
    onRemoved(parts.join(' '));
    notifyMissed();
    return answer;
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      <ConfirmByName
        title={t('remove')}
        warning={t('warning')}
        name={isAsking ? t('people', { count: people }) : undefined}
        isTyped={false}
        action={t('remove')}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
