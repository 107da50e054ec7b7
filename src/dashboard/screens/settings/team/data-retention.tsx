import { SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { ChangeTeamDocument, type TeamSettingsFragment } from '../../../../generated/dashboard/team.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { ConfirmByName } from '../../../editing/confirm-by-name.tsx';
import { Fields } from '../../../editing/fields.tsx';
import { useFields } from '../../../editing/use-fields.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { useTeamText } from './texts.ts';

const isShorter = (wanted: number | null, now: number | null | undefined) =>
  wanted !== null && (now == null || wanted < now);

/** How long things are kept. A shorter retention deletes older data at once, so it asks for confirmation. */
export function DataRetention({ team }: { team: TeamSettingsFragment }) {
  const t = useTeamText();
  const [confirming, setConfirming] = useState(false);
  const [change] = useMutation(ChangeTeamDocument);
  const fields = useFields({
    keepEventsFor: team.keepEventsFor ?? null,
    keepMessagesFor: team.keepMessagesFor ?? null,
  });
  const { keepEventsFor, keepMessagesFor } = fields.values;
  const removes = isShorter(keepEventsFor, team.keepEventsFor) || isShorter(keepMessagesFor, team.keepMessagesFor);
  const save = () => fields.save(() => change({ input: fields.values }));
  return (
    <Panel title={t('retention')}>
      <Fields of={fields} onSave={() => (removes ? setConfirming(true) : void save())}>
        <Text size="sm">{t('retentionHint')}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberEntry decimals={0} label={t('keepEventsFor')} {...fields.number('keepEventsFor')} />
          <NumberEntry decimals={0} label={t('keepMessagesFor')} {...fields.number('keepMessagesFor')} />
        </SimpleGrid>
      </Fields>
      <ConfirmByName
        title={t('retention')}
        warning={t('retentionWarning')}
        name={confirming ? team.name : undefined}
        action={t('confirmDeletion')}
        onConfirm={async () => ({ data: await save() })}
        onClose={() => setConfirming(false)}
      />
    </Panel>
  );
}
