import { Switch } from '@mantine/core';
import { ChangeTeamDocument, type TeamSettingsFragment } from '../../../../generated/dashboard/team.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Fields } from '../../../editing/fields.tsx';
import { useFields } from '../../../editing/use-fields.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { useTeamText } from './texts.ts';

/** Tracking of opens and clicks, and attribution of sales. */
export function Tracking({ team }: { team: TeamSettingsFragment }) {
  const t = useTeamText();
  const [change] = useMutation(ChangeTeamDocument);
  const fields = useFields({
    trackOpens: team.trackOpens,
    trackClicks: team.trackClicks,
    attributionWindowDays: team.attributionWindowDays as number | null,
  });
  return (
    <Panel title={t('tracking')}>
      <Fields of={fields} onSave={() => void fields.save(() => change({ input: fields.values }))}>
        <Switch label={t('trackOpens')} {...fields.box('trackOpens')} />
        <Switch label={t('trackClicks')} {...fields.box('trackClicks')} />
        <NumberEntry
          decimals={0}
          label={t('attributionWindowDays')}
          description={t('attributionHint')}
          {...fields.number('attributionWindowDays')}
        />
      </Fields>
    </Panel>
  );
}
