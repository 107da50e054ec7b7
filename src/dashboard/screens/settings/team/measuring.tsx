import { Switch } from '@mantine/core';
import { ChangeTeamDocument, type TeamSettingsFragment } from '../../../../generated/dashboard/team.ts';
import { useChange } from '../../../client/use-change.ts';
import { Fields } from '../../../editing/fields.tsx';
import { useFields } from '../../../editing/use-fields.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { useTeamText } from './texts.ts';

/** Tracking of opens and clicks, and attribution of sales. */
export function Measuring({ team }: { team: TeamSettingsFragment }) {
  const say = useTeamText();
  const [change] = useChange(ChangeTeamDocument);
  const fields = useFields({
    trackOpens: team.trackOpens,
    trackClicks: team.trackClicks,
    attributionWindowDays: team.attributionWindowDays as number | null,
  });
  return (
    <Panel title={say('measuring')}>
      <Fields of={fields} onSave={() => void fields.save(() => change({ input: fields.values }))}>
        <Switch label={say('trackOpens')} {...fields.box('trackOpens')} />
        <Switch label={say('trackClicks')} {...fields.box('trackClicks')} />
        <NumberEntry
          decimals={0}
          label={say('attributionWindowDays')}
          description={say('attributionMore')}
          {...fields.number('attributionWindowDays')}
        />
      </Fields>
    </Panel>
  );
}
