import { Button, CloseButton, Fieldset, Group, NativeSelect, Stack } from '@mantine/core';
import { EventName } from '../../../rules/values/event-name.tsx';
import { type Errors, errorAt } from '../definition/part-errors.ts';
import { branchesOf, type Step } from '../definition/step.ts';
import { allSteps } from '../definition/tree.ts';
import { useEditing } from '../editor/editing.ts';
import { DurationField } from '../fields/duration-field.tsx';
import { useSimulationText } from './texts.ts';

/** Assumptions: the branch of a step, by its id, and events. */
export interface Assumptions {
  branches: Readonly<Record<string, string>>;
  events: readonly { name: string; after: string }[];
}

/** As the API takes it. */
export function assumptionsInput({ branches, events }: Assumptions, steps: readonly Step[]) {
  const chosen = [...allSteps(steps)].flatMap(({ step: { id, type } }) =>
    branches[id] ? [{ id, type, branchKey: branches[id] }] : [],
  );
  const those = (type: string) => chosen.filter((one) => one.type === type);
  return {
    events: events.map((event) => ({ ...event })),
    conditions: Object.fromEntries(those('condition').map(({ id, branchKey }) => [id, branchKey === 'then'])),
    splits: Object.fromEntries(those('split').map(({ id, branchKey }) => [id, branchKey])),
  };
}

interface Props {
  assumptions: Assumptions;
  onChange(assumptions: Assumptions): void;
  errors: Errors;
}

export function AssumptionFields({ assumptions, onChange, errors }: Props) {
  const t = useSimulationText();
  const { draft, words } = useEditing();
  const { branches, events } = assumptions;
  const forks = [...allSteps(draft.steps)].filter(({ step }) => step.type === 'condition' || step.type === 'split');
  return (
    <Fieldset legend={t('assumptions')} variant="unstyled">
      <Stack gap="xs">
        {forks.map(({ step }) => (
          <NativeSelect
            key={step.id}
            label={words.label(step)}
            value={branches[step.id] ?? ''}
            data={[
              { value: '', label: t(step.type === 'split' ? 'random' : 'usePersonData') },
              ...branchesOf(step).map((branch) => ({ value: branch.name, label: words.branch(step, branch) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ events, branches: { ...branches, [step.id]: value } })
            }
          />
        ))}
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids, and hold nothing of their own
          <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
            <EventName
              label={t('eventName', { number: index + 1 })}
              value={event.name}
              onChange={(name) => onChange({ branches, events: events.with(index, { ...event, name }) })}
              error={errorAt(errors, `assume.events.${index}.name`)}
              flex={1}
            />
            <DurationField
              part={event}
              errors={{ after: errors[`assume.events.${index}.after`] ?? '' }}
              field="after"
              label={t('timeAfterStart')}
              set={(_, value) => onChange({ branches, events: events.with(index, { ...event, after: String(value) }) })}
            />
            <CloseButton
              mb={4}
              onClick={() => onChange({ branches, events: events.toSpliced(index, 1) })}
              aria-label={t('removeEvent', { number: index + 1 })}
            />
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChange({ branches, events: [...events, { name: '', after: 'PT90M' }] })}
          >
            {t('addEvent')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
