import { ActionIcon, CloseButton, Fieldset, Group, Stack, Text, Title } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, CopyIcon, TrashIcon } from '@radix-ui/react-icons';
import { TriggerProperties } from '../../../rules/trigger-properties.ts';
import { type ErrorsByPart, PARTS, stepKey } from '../definition/part-errors.ts';
import { type Part, type Step, textOf, withValue } from '../definition/step.ts';
import { allSteps, replaceStep } from '../definition/tree.ts';
import { useEditorText } from '../editor-texts.ts';
import { EntryFields } from '../fields/entry-fields.tsx';
import { ExitsFields } from '../fields/exits-fields.tsx';
import { StepFields } from '../fields/step-fields.tsx';
import { WindowFields } from '../fields/window-fields.tsx';
import { useStepText } from '../step-texts.ts';
import { useEditing } from './editing.ts';
import { StepFigures } from './step-figures.tsx';
import { TriggerPanel } from './trigger-panel.tsx';

/** The editor of a part, beside the steps. */
export function PartPanel() {
  const t = useEditorText();
  const tStep = useStepText();
  const { draft, chosen, choose, errors, warnings, figures, mayEdit, change } = useEditing();
  const step = [...allSteps(draft.steps)].find(({ step }) => stepKey(step.id) === chosen)?.step;
  const part = PARTS.find((one) => one === chosen);
  if (!step && !part) return <Text c="dimmed">{t('selectStep')}</Text>;
  const wrong = errors.get(chosen ?? '') ?? {};
  const ofStep = step && figures.get(step.id);
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          {tStep(step ? step.type : (part ?? 'trigger'))}
        </Title>
        <CloseButton onClick={() => choose(undefined)} aria-label={t('close')} />
      </Group>
      {step && mayEdit && <Moves step={step} />}
      {ofStep && ofStep.entered > 0 && <StepFigures of={ofStep} />}
      <Notes of={warnings} part={chosen ?? ''} />
      {wrong[''] && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {wrong['']}
        </Text>
      )}
      <Fieldset variant="unstyled" disabled={!mayEdit} key={chosen}>
        <Stack gap="sm">
          {part === 'trigger' && <TriggerPanel />}
          <TriggerProperties value={propertiesOf(draft.trigger)}>
            {step && <StepPart step={step} />}
            {part === 'entry' && (
              <EntryFields
                part={draft.entry}
                errors={wrong}
                set={(field, value, of = field) =>
                  change({ ...draft, entry: withValue(draft.entry, field, value) }, `entry.${of}`)
                }
              />
            )}
            {part === 'exits' && (
              <ExitsFields
                exits={draft.exits}
                errors={wrong}
                onChange={(exits, of) => change({ ...draft, exits }, of && `exits.${of}`)}
              />
            )}
          </TriggerProperties>
          {part === 'sendWindow' && (
            <WindowFields
              window={draft.sendWindow}
              errors={wrong}
              onChange={(sendWindow, of) => change({ ...draft, sendWindow }, of && `sendWindow.${of}`)}
            />
          )}
        </Stack>
      </Fieldset>
    </Stack>
  );
}

/** The name of the event with whose properties conditions may compare. Undefined: the trigger brings none. */
function propertiesOf(trigger: Part): string | undefined {
  if (trigger.type === 'event') return textOf(trigger, 'name');
  return trigger.type === 'api' ? '' : undefined;
}

function StepPart({ step }: { step: Step }) {
  const { draft, errors, change } = useEditing();
  const put = (changed: object, field: string) =>
    change({ ...draft, steps: replaceStep(draft.steps, { ...changed, id: step.id, type: step.type }) }, field);
  return (
    <StepFields
      type={step.type}
      part={step}
      errors={errors.get(stepKey(step.id)) ?? {}}
      set={(field, value, of = field) => put(withValue(step, field, value), `${step.id}.${of}`)}
      replace={(part) => put(part, '')}
    />
  );
}

/** The actions on a step; the same keys work on a focused step. */
function Moves({ step }: { step: Step }) {
  const t = useEditorText();
  const { shift, copy, remove } = useEditing();
  const acts = [
    { label: t('moveUp'), icon: ArrowUpIcon, act: () => shift(step.id, -1) },
    { label: t('moveDown'), icon: ArrowDownIcon, act: () => shift(step.id, 1) },
    { label: t('duplicate'), icon: CopyIcon, act: () => copy(step) },
    { label: t('delete'), icon: TrashIcon, act: () => remove(step.id) },
  ];
  return (
    <Group gap={4}>
      {acts.map(({ label, icon: Icon, act }) => (
        <ActionIcon key={label} variant="default" aria-label={label} title={label} onClick={act}>
          <Icon aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}

function Notes({ of, part }: { of: ErrorsByPart; part: string }) {
  return Object.entries(of.get(part) ?? {}).map(([field, message]) => (
    <Text key={field} size="sm" c="light-dark(#9a3412, var(--mantine-color-orange-4))">
      {message}
    </Text>
  ));
}
