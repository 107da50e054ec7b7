import { Button, CloseButton, Fieldset, Group, Stack } from '@mantine/core';
import { type Errors, errorsIn } from '../definition/part-errors.ts';
import { type Part, withValue } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import { ConditionField } from './condition-field.tsx';
import { EventFields } from './event-fields.tsx';
import { YesOrNoField } from './yes-or-no-field.tsx';

interface Props {
  exits: readonly Part[];
  errors: Errors;
  onChange(exits: readonly Part[], of: string): void;
}

/** The exit rules of an automation; a goal marks a wanted exit. */
export function ExitsFields({ exits, errors, onChange }: Props) {
  const t = useFieldText();
  return (
    <Stack>
      {exits.map((exit, index) => {
        const props = {
          part: exit,
          errors: errorsIn(errors, String(index)),
          set: (field: string, value: unknown, of = field) =>
            onChange(exits.with(index, withValue(exit, field, value)), `${index}.${of}`),
        };
        const title = t('exitRule', { number: index + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: exits have no ids
          <Fieldset key={index} legend={title}>
            <Stack gap="sm">
              {exit.type === 'event' ? (
                <EventFields {...props} />
              ) : (
                <ConditionField {...props} field="if" triggerEvent={false} />
              )}
              <Group justify="space-between">
                <YesOrNoField {...props} field="goal" label={t('goal')} />
                <CloseButton
                  onClick={() => onChange(exits.toSpliced(index, 1), '')}
                  aria-label={t('removeRow', { what: title })}
                />
              </Group>
            </Stack>
          </Fieldset>
        );
      })}
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange([...exits, { type: 'event', name: '' }], '')}
        >
          {t('addEventExit')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange([...exits, { type: 'segment', if: { operator: 'and', rules: [] } }], '')}
        >
          {t('addSegmentExit')}
        </Button>
      </Group>
    </Stack>
  );
}
