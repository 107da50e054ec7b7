import { Checkbox } from '@mantine/core';
import { mailParts, withoutEmpty } from '../json.ts';
import { useRulesText } from '../texts.ts';
import { CampaignPick, TemplatePick } from './mails.tsx';
import type { ValueProps } from './rule-value.tsx';

/** A campaign, and whether opens by machines count. */
export const OpenedCampaign = (props: ValueProps) => (
  <>
    <CampaignPick {...props} />
    <MachineOpens mail="campaign" {...props} />
  </>
);

/** A template, and whether opens by machines count. */
export const OpenedTemplate = (props: ValueProps) => (
  <>
    <TemplatePick {...props} />
    <MachineOpens mail="template" {...props} />
  </>
);

function MachineOpens({ mail, value, onChange }: ValueProps & { mail: 'campaign' | 'template' }) {
  const t = useRulesText();
  const parts = mailParts(mail, value);
  return (
    <Checkbox
      label={t('machineOpens')}
      checked={parts.machine_opens === 'count'}
      mih={36}
      styles={{ body: { alignItems: 'center', minHeight: 36 } }}
      onChange={({ currentTarget: { checked } }) =>
        onChange(withoutEmpty({ ...parts, machine_opens: checked ? 'count' : undefined }))
      }
    />
  );
}
