import { NativeSelect } from '@mantine/core';
import { CampaignNamesDocument } from '../../../../generated/dashboard/automations.ts';
import { useRead } from '../../../client/use-read.ts';
import { useFieldText } from '../field-texts.ts';
import { IdField, TemplateField } from './choices.tsx';
import type { FieldsProps } from './field.ts';
import { TextField } from './text-field.tsx';

interface Props extends FieldsProps {
  withLink: boolean;
  replace(part: object): void;
}

/** Which e-mail is opened or clicked: of a campaign, or any that was made from a template. */
export function MailFields({ withLink, replace, ...props }: Props) {
  const t = useFieldText();
  const { part } = props;
  const kind = 'campaign' in part ? 'campaign' : 'template';
  const campaigns = useRead(CampaignNamesDocument, { search: null }, { pause: kind !== 'campaign' });
  return (
    <>
      <NativeSelect
        label={t('whichMail')}
        value={kind}
        data={(['template', 'campaign'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={({ currentTarget: { value } }) => replace({ type: part.type, [value]: '' })}
      />
      {kind === 'campaign' ? (
        <IdField {...props} field="campaign" label={t('campaign')} of={campaigns.data?.campaigns.nodes ?? []} />
      ) : (
        <TemplateField {...props} field="template" label={t('template')} />
      )}
      {withLink && <TextField {...props} field="url" type="url" label={t('linkUrl')} optional />}
    </>
  );
}
