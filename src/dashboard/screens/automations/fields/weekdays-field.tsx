import { Chip, Group, Input } from '@mantine/core';
import { errorAt } from '../definition/part-errors.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Some days of the week; none chosen means all of them. */
export function WeekdaysField({ part, errors, set }: FieldsProps) {
  const t = useFieldText();
  const days = Array.isArray(part.weekdays) ? part.weekdays.map(String) : [];
  return (
    <Input.Wrapper label={t('weekdays')} labelElement="div" error={errorAt(errors, 'weekdays')}>
      <Chip.Group
        multiple
        value={days}
        onChange={(chosen) =>
          set('weekdays', chosen.length > 0 ? WEEKDAYS.filter((day) => chosen.includes(day)) : undefined)
        }
      >
        <Group gap={4}>
          {WEEKDAYS.map((day) => (
            <Chip key={day} value={day} size="xs">
              {t(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
