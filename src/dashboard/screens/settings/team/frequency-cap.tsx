import { SimpleGrid, Text } from '@mantine/core';
import { ChangeTeamDocument, type TeamSettingsFragment } from '../../../../generated/dashboard/team.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Fields } from '../../../editing/fields.tsx';
import { useFields } from '../../../editing/use-fields.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { useTeamText } from './texts.ts';

/** The frequency cap and the auto-pause of campaigns. */
export function FrequencyCap({ team: { frequency, autoPause } }: { team: TeamSettingsFragment }) {
  const t = useTeamText();
  const [change] = useMutation(ChangeTeamDocument);
  const fields = useFields({
    messages: frequency?.messages ?? null,
    days: frequency?.days ?? null,
    hardBounces: autoPause.hardBounces ?? null,
    complaints: autoPause.complaints ?? null,
    frequency: undefined,
    autoPause: undefined, // errors are named autoPause.complaints
  });
  const { messages, days, hardBounces, complaints } = fields.values;
  const save = () => {
    const limited = messages !== null || days !== null;
    const input = {
      // The server refuses one without the other.
      frequency: limited ? { messages: messages ?? 0, days: days ?? 0 } : null,
      autoPause: { hardBounces, complaints },
    };
    void fields.save(() => change({ input }));
  };
  const number = (part: 'frequency' | 'autoPause', name: 'messages' | 'days' | 'hardBounces' | 'complaints') => (
    <NumberEntry
      decimals={part === 'frequency' ? 0 : undefined}
      label={t(name)}
      {...fields.number(name)}
      error={fields.errorOf(`${part}.${name}`)}
    />
  );
  return (
    <Panel title={t('frequencyCap')}>
      <Fields of={fields} onSave={save}>
        <Text size="sm">{t('frequencyCapHint')}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {number('frequency', 'messages')}
          {number('frequency', 'days')}
        </SimpleGrid>
        <Text size="sm">{t('autoPauseHint')}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {number('autoPause', 'hardBounces')}
          {number('autoPause', 'complaints')}
        </SimpleGrid>
      </Fields>
    </Panel>
  );
}
