import { Button, Group, Stack, Text } from '@mantine/core';
import { errorAt } from '../definition/part-errors.ts';
import { isPart, partsOf } from '../definition/step.ts';
import { useEditing } from '../editor/editing.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';
import { JsonField } from './json-field.tsx';

const BEGINNINGS = {
  ifTag: { type: 'tags', operator: 'has_any', value: ['vip'] },
  ifEngaged: { type: 'engagement', operator: 'active_within_days', value: 30 },
  ifEvent: { type: 'event', operator: 'performed', value: { name: 'order', within_days: 30 } },
  ifTrigger: { type: 'trigger_event', property: 'total', operator: 'gt', value: 100 },
} as const;

/**
 * Conditions on a person, in the grammar of segments; with `triggerEvent`, also on the event that started the run. The
 * buttons add a rule of a kind to change from.
 */
export function ConditionField({
  part,
  errors,
  set,
  field,
  triggerEvent,
}: FieldsProps & { field: string; triggerEvent: boolean }) {
  const say = useFieldText();
  const { mayEdit } = useEditing();
  const group = isPart(part[field]) ? part[field] : { operator: 'and', rules: [] };
  const add = (rule: object) => set(field, { ...group, rules: [...partsOf(group.rules), rule] });
  const kinds = (['ifTag', 'ifEngaged', 'ifEvent', 'ifTrigger'] as const).filter(
    (kind) => triggerEvent || kind !== 'ifTrigger',
  );
  return (
    <Stack gap="xs">
      <JsonField
        label={say('if')}
        value={group}
        onChange={(value) => set(field, value)}
        error={errorAt(errors, field)}
        readOnly={!mayEdit}
      />
      {mayEdit && (
        <Group gap={4}>
          <Text size="sm" c="dimmed">
            {say('ifStart')}
          </Text>
          {kinds.map((kind) => (
            <Button key={kind} variant="default" size="compact-xs" onClick={() => add(BEGINNINGS[kind])}>
              {say(kind)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
