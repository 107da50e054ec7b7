import { errorsIn } from '../definition/part-errors.ts';
import { isPart, withValue } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import { DurationField } from './duration-field.tsx';
import { EventFields } from './event-fields.tsx';
import type { FieldsProps } from './field.ts';

/** The awaited event and its timeout. */
export function WaitForFields(props: FieldsProps) {
  const t = useFieldText();
  const { part, errors, set } = props;
  const event = isPart(part.event) ? part.event : { name: '' };
  return (
    <>
      <EventFields
        part={event}
        errors={errorsIn(errors, 'event')}
        set={(field, value) => set('event', withValue(event, field, value))}
      />
      <DurationField {...props} field="timeout" label={t('timeout')} />
    </>
  );
}
