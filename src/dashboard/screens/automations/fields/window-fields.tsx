import { Group, NativeSelect, Switch, Text } from '@mantine/core';
import { type Errors, errorsIn } from '../definition/part-errors.ts';
import { isPart, type Part, withValue } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';
import { TextField } from './text-field.tsx';
import { WeekdaysField } from './weekdays-field.tsx';

const DAYTIME = { from: '08:00', to: '20:00' };

interface Props {
  window: Part | null;
  errors: Errors;
  onChange(window: Part | null, of: string): void;
}

/** Between which times of day the e-mails of an automation leave. */
export function WindowFields({ window, errors, onChange }: Props) {
  const say = useFieldText();
  return (
    <>
      <Switch
        label={say('windowLimited')}
        checked={window !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? DAYTIME : null, '')}
      />
      {window && (
        <Times part={window} errors={errors} set={(key, value) => onChange(withValue(window, key, value), key)} />
      )}
    </>
  );
}

/** The same of one e-mail: as the automation has it, at any time, or its own. */
export function StepWindowField({ part, errors, set }: FieldsProps) {
  const say = useFieldText();
  const own = part.send_window;
  const way = own === undefined ? 'Usual' : own === null ? 'None' : 'Own';
  return (
    <>
      <NativeSelect
        label={say('sendWindow')}
        value={way}
        data={(['Usual', 'None', 'Own'] as const).map((value) => ({ value, label: say(`window${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set('send_window', value === 'Usual' ? undefined : value === 'None' ? null : DAYTIME)
        }
      />
      {isPart(own) && (
        <Times
          part={own}
          errors={errorsIn(errors, 'send_window')}
          set={(key, value) => set('send_window', withValue(own, key, value), `send_window.${key}`)}
        />
      )}
    </>
  );
}

function Times(props: FieldsProps) {
  const say = useFieldText();
  return (
    <>
      <Group grow align="flex-start">
        <TextField {...props} field="from" type="time" label={say('from')} />
        <TextField {...props} field="to" type="time" label={say('to')} />
      </Group>
      <Text size="sm" c="dimmed">
        {say('windowMore')} {say('toMore')}
      </Text>
      <WeekdaysField {...props} />
    </>
  );
}
