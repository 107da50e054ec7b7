import { TextLink } from '../../../shell/links.tsx';
import { useFieldText } from '../field-texts.ts';
import { TemplateField } from './choices.tsx';
import { DefaultOrChoiceField } from './default-or-choice-field.tsx';
import type { FieldsProps } from './field.ts';
import { TextField } from './text-field.tsx';
import { StepWindowField } from './window-fields.tsx';
import { YesOrNoField } from './yes-or-no-field.tsx';

/** The template of an e-mail, and the settings that override its template and list. */
export function SendFields(props: FieldsProps) {
  const t = useFieldText();
  const { part } = props;
  return (
    <>
      <TemplateField {...props} field="template" label={t('template')} />
      <TextField {...props} field="subject" label={t('subject')} placeholder={t('subjectHint')} optional />
      <TextField {...props} field="from_name" label={t('fromName')} placeholder={t('senderHint')} optional />
      <TextField {...props} field="from_email" label={t('fromEmail')} placeholder={t('senderHint')} optional />
      <DefaultOrChoiceField {...props} field="tracking" label={t('tracking')} usual={t('teamDefault')} />
      <DefaultOrChoiceField {...props} field="strict" label={t('strict')} usual={t('fromTemplate')} />
      <StepWindowField {...props} />
      <YesOrNoField {...props} field="transactional" label={t('transactional')} />
      {part.transactional === true && typeof part.template === 'string' && part.template && (
        <TextLink to="/transactional" search={{ template: part.template }} size="sm">
          {t('viewMails')}
        </TextLink>
      )}
    </>
  );
}
