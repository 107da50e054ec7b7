import { NativeSelect } from '@mantine/core';
import { errorsIn } from '../definition/part-errors.ts';
import { isPart, withValue } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import { ContactField } from './choices.tsx';
import { DurationField } from './duration-field.tsx';
import { EventFields } from './event-fields.tsx';
import type { FieldsProps } from './field.ts';
import { TextField } from './text-field.tsx';
import { WeekdaysField } from './weekdays-field.tsx';

const WAIT_TYPES = { for: 'waitFixed', until: 'waitTimeOfDay', until_attribute: 'waitDateField' } as const;
type WaitType = keyof typeof WAIT_TYPES;

const BLANK: Record<WaitType, unknown> = { for: 'P1D', until: { time: '09:00' }, until_attribute: '' };

/** The wait: a duration, until a time of day, or until a person's date. */
export function WaitFields({ replace, ...props }: FieldsProps & { replace(part: object): void }) {
  const t = useFieldText();
  const { part, errors, set } = props;
  const waitType = (Object.keys(WAIT_TYPES) as WaitType[]).find((key) => key in part) ?? 'for';
  return (
    <>
      <NativeSelect
        label={t('waitType')}
        value={waitType}
        data={(Object.keys(WAIT_TYPES) as WaitType[]).map((value) => ({ value, label: t(WAIT_TYPES[value]) }))}
        onChange={({ currentTarget: { value } }) => {
          const { id, type } = part;
          replace({ id, type, [value]: BLANK[value as WaitType] });
        }}
      />
      {waitType === 'for' && <DurationField {...props} field="for" label={t('duration')} />}
      {waitType === 'until' && isPart(part.until) && (
        <Until
          part={part.until}
          errors={errorsIn(errors, 'until')}
          set={(field, value) => set('until', withValue(isPart(part.until) ? part.until : {}, field, value))}
        />
      )}
      {waitType === 'until_attribute' && (
        <>
          <ContactField {...props} field="until_attribute" label={t('dateField')} dates />
          <DurationField {...props} part={{ offset: 'P0D', ...part }} field="offset" label={t('offset')} />
          <TextField {...props} field="time" type="time" label={t('time')} optional />
        </>
      )}
    </>
  );
}

function Until(props: FieldsProps) {
  const t = useFieldText();
  return (
    <>
      <TextField {...props} field="time" type="time" label={t('time')} />
      <WeekdaysField {...props} />
    </>
  );
}

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
