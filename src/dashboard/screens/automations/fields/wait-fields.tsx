import { NativeSelect } from '@mantine/core';
import { errorsIn } from '../definition/part-errors.ts';
import { isPart, withValue } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import { ContactField } from './choices.tsx';
import { DurationField } from './duration-field.tsx';
import type { FieldsProps } from './field.ts';
import { TextField } from './text-field.tsx';
import { WeekdaysField } from './weekdays-field.tsx';

const WAYS = { for: 'waitFor', until: 'waitUntil', until_attribute: 'waitAttribute' } as const;
type WayToWait = keyof typeof WAYS;

const BLANK: Record<WayToWait, unknown> = { for: 'P1D', until: { time: '09:00' }, until_attribute: '' };

/** The wait: a duration, until a time of day, or until a person's date. */
export function WaitFields({ replace, ...props }: FieldsProps & { replace(part: object): void }) {
  const say = useFieldText();
  const { part, errors, set } = props;
  const way = (Object.keys(WAYS) as WayToWait[]).find((key) => key in part) ?? 'for';
  return (
    <>
      <NativeSelect
        label={say('how')}
        value={way}
        data={(Object.keys(WAYS) as WayToWait[]).map((value) => ({ value, label: say(WAYS[value]) }))}
        onChange={({ currentTarget: { value } }) => {
          const { id, type } = part;
          replace({ id, type, [value]: BLANK[value as WayToWait] });
        }}
      />
      {way === 'for' && <DurationField {...props} field="for" label={say('duration')} />}
      {way === 'until' && isPart(part.until) && (
        <Until
          part={part.until}
          errors={errorsIn(errors, 'until')}
          set={(field, value) => set('until', withValue(isPart(part.until) ? part.until : {}, field, value))}
        />
      )}
      {way === 'until_attribute' && (
        <>
          <ContactField {...props} field="until_attribute" label={say('dateField')} dates />
          <DurationField {...props} part={{ offset: 'P0D', ...part }} field="offset" label={say('offset')} />
          <TextField {...props} field="time" type="time" label={say('time')} optional />
        </>
      )}
    </>
  );
}

function Until(props: FieldsProps) {
  const say = useFieldText();
  return (
    <>
      <TextField {...props} field="time" type="time" label={say('time')} />
      <WeekdaysField {...props} />
    </>
  );
}
