import { Autocomplete, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { ChangeTeamDocument, type TeamSettingsFragment } from '../../../../generated/dashboard/team.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Fields } from '../../../editing/fields.tsx';
import { orNull, useFields } from '../../../editing/use-fields.ts';
import { Panel } from '../../../shell/panel.tsx';
import { useTeamText } from './texts.ts';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** The team's name, time zone and default sender. */
export function General({ team }: { team: TeamSettingsFragment }) {
  const t = useTeamText();
  const [change] = useMutation(ChangeTeamDocument);
  const fields = useFields({
    name: team.name,
    timezone: team.timezone,
    fromName: team.fromName ?? '',
    fromEmail: team.fromEmail ?? '',
    postalAddress: team.postalAddress ?? '',
  });
  const { name, timezone, fromName, fromEmail, postalAddress } = fields.values;
  const input = {
    name,
    timezone,
    fromName: orNull(fromName),
    fromEmail: orNull(fromEmail),
    postalAddress: orNull(postalAddress),
  };
  return (
    <Panel title={t('team')}>
      <Fields of={fields} onSave={() => void fields.save(() => change({ input }))}>
        <TextInput label={t('name')} {...fields.text('name')} />
        <Autocomplete
          label={t('timezone')}
          description={t('timezoneHint')}
          data={ZONES}
          limit={50}
          value={timezone}
          onChange={(zone) => fields.set('timezone', zone)}
          error={fields.errorOf('timezone')}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={t('fromName')} {...fields.text('fromName')} />
          <TextInput label={t('fromEmail')} type="email" {...fields.text('fromEmail')} />
        </SimpleGrid>
        <Textarea
          label={t('postalAddress')}
          description={t('postalAddressHint')}
          autosize
          {...fields.text('postalAddress')}
        />
      </Fields>
    </Panel>
  );
}
