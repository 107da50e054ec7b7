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
  const t = useFieldText();
  return (
    <>
      <Switch
        label={t('limitWindow')}
        checked={window !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? DAYTIME : null, '')}
      />
      {window && (
        <Times part={window} errors={errors} set={(key, value) => onChange(withValue(window, key, value), key)} />
      )}
    </>
  );
}

/** The send window of one e-mail: the automation's, any time, or its own. */
export function StepWindowField({ part, errors, set }: FieldsProps) {
  const t = useFieldText();
  const own = part.send_window;
  const mode = own === undefined ? 'Default' : own === null ? 'AnyTime' : 'Custom';
  return (
    <>
      <NativeSelect
        label={t('sendWindow')}
        value={mode}
        data={(['Default', 'AnyTime', 'Custom'] as const).map((value) => ({ value, label: t(`window${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set('send_window', value === 'Default' ? undefined : value === 'AnyTime' ? null : DAYTIME)
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
  const t = useFieldText();
  return (
    <>
      <Group grow align="flex-start">
        <TextField {...props} field="from" type="time" label={t('from')} />
        <TextField {...props} field="to" type="time" label={t('to')} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('windowHint')} {t('toHint')}
      </Text>
      <WeekdaysField {...props} />
    </>
  );
}
