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
  const say = useFieldText();
  const { part } = props;
  return (
    <>
      <TemplateField {...props} field="template" label={say('template')} />
      <TextField {...props} field="subject" label={say('subject')} placeholder={say('subjectHint')} optional />
      <TextField {...props} field="from_name" label={say('fromName')} placeholder={say('senderHint')} optional />
      <TextField {...props} field="from_email" label={say('fromEmail')} placeholder={say('senderHint')} optional />
      <DefaultOrChoiceField {...props} field="tracking" label={say('tracking')} usual={say('asTemplate')} />
      <DefaultOrChoiceField {...props} field="strict" label={say('strict')} usual={say('asTemplateSays')} />
      <StepWindowField {...props} />
      <YesOrNoField {...props} field="transactional" label={say('transactional')} />
      {part.transactional === true && typeof part.template === 'string' && part.template && (
        <TextLink to="/transactional" search={{ template: part.template }} size="sm">
          {say('toMails')}
        </TextLink>
      )}
    </>
  );
}
