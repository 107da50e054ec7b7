import { Button, CloseButton, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type Errors, errorAt } from '../definition/part-errors.ts';
import { branchesOf, type Step } from '../definition/step.ts';
import { allSteps } from '../definition/tree.ts';
import { useEditing } from '../editor/editing.ts';
import { DurationField } from '../fields/duration-field.tsx';
import { useWalkText } from './texts.ts';

/** Assumptions: the branch of a step, by its id, and events. */
export interface Assumed {
  ways: Readonly<Record<string, string>>;
  events: readonly { name: string; after: string }[];
}

/** As the API takes it. */
export function assumptionsOf({ ways, events }: Assumed, steps: readonly Step[]) {
  const chosen = [...allSteps(steps)].flatMap(({ step: { id, type } }) =>
    ways[id] ? [{ id, type, way: ways[id] }] : [],
  );
  const those = (type: string) => chosen.filter((one) => one.type === type);
  return {
    events: events.map((event) => ({ ...event })),
    conditions: Object.fromEntries(those('condition').map(({ id, way }) => [id, way === 'then'])),
    splits: Object.fromEntries(those('split').map(({ id, way }) => [id, way])),
  };
}

interface Props {
  assumed: Assumed;
  onChange(assumed: Assumed): void;
  errors: Errors;
}

export function Assume({ assumed, onChange, errors }: Props) {
  const say = useWalkText();
  const { draft, words } = useEditing();
  const { ways, events } = assumed;
  const forks = [...allSteps(draft.steps)].filter(({ step }) => step.type === 'condition' || step.type === 'split');
  return (
    <Fieldset legend={say('assume')} variant="unstyled">
      <Stack gap="xs">
        {forks.map(({ step }) => (
          <NativeSelect
            key={step.id}
            label={words.label(step)}
            value={ways[step.id] ?? ''}
            data={[
              { value: '', label: say(step.type === 'split' ? 'byChance' : 'asIs') },
              ...branchesOf(step).map((branch) => ({ value: branch.name, label: words.branch(step, branch) })),
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ events, ways: { ...ways, [step.id]: value } })}
          />
        ))}
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids, and hold nothing of their own
          <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              label={say('eventName', { number: index + 1 })}
              value={event.name}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ways, events: events.with(index, { ...event, name: value }) })
              }
              error={errorAt(errors, `assume.events.${index}.name`)}
              flex={1}
            />
            <DurationField
              part={event}
              errors={{ after: errors[`assume.events.${index}.after`] ?? '' }}
              field="after"
              label={say('after')}
              set={(_, value) => onChange({ ways, events: events.with(index, { ...event, after: String(value) }) })}
            />
            <CloseButton
              mb={4}
              onClick={() => onChange({ ways, events: events.toSpliced(index, 1) })}
              aria-label={say('remove', { number: index + 1 })}
            />
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChange({ ways, events: [...events, { name: '', after: 'PT90M' }] })}
          >
            {say('addEvent')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
