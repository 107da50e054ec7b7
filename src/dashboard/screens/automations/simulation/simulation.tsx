import { Button, CloseButton, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { SimulateDocument, type SimulateQuery } from '../../../../generated/dashboard/automations.ts';
import { errorElsewhere, fieldErrors } from '../../../client/field-errors.ts';
import { Failed } from '../../../states/failed.tsx';
import { useEditing } from '../editor/editing.ts';
import { definitionOf } from '../editor/use-draft.ts';
import { JsonField } from '../fields/json-field.tsx';
import { AssumptionFields, type Assumptions, assumptionsInput } from './assumption-fields.tsx';
import { type RunPath, runPathOf } from './run-path.ts';
import { StepResults } from './step-results.tsx';
import { useSimulationText } from './texts.ts';

interface Props {
  runPath: RunPath | undefined;
  onPath(runPath: RunPath | undefined): void;
  fail(error: CombinedError | undefined, prefix?: string): unknown;
  onClose(): void;
}

const FIELDS = ['email', 'startAt', 'event', 'assume'];

/** Problems that this panel shows beside their fields. */
const isShownHere = (path: string): boolean => FIELDS.includes(path.split('.')[0] ?? '');

/** Simulates a person's path through the steps in the editor, saved or not, and shows it on the canvas. */
export function Simulation({ runPath, onPath, fail, onClose }: Props) {
  const t = useSimulationText();
  const client = useClient();
  const { draft } = useEditing();
  const [email, setEmail] = useState('');
  const [startAt, setStartAt] = useState('');
  const [event, setEvent] = useState<unknown>();
  const [assumptions, setAssumptions] = useState<Assumptions>({ branches: {}, events: [] });
  const [error, setError] = useState<CombinedError>();
  const [result, setResult] = useState<SimulateQuery['simulateAutomationDefinition']>();
  const [busy, setBusy] = useState(false);
  const errors = fieldErrors(error);
  const broken = errorElsewhere(error, () => true);

  const go = async (submitted: FormEvent) => {
    submitted.preventDefault();
    setBusy(true);
    const input = {
      ...definitionOf(draft),
      ...(draft.listId && { listId: draft.listId }),
      ...(email && { email }),
      ...(startAt && { startAt: new Date(startAt).toISOString() }),
      ...(event !== undefined && { event: event as Record<string, unknown> }),
      assume: assumptionsInput(assumptions, draft.steps),
    };
    const { data, error } = await client
      .query(SimulateDocument, { input }, { requestPolicy: 'network-only' })
      .toPromise();
    setBusy(false);
    setError(error);
    // The editor shows problems of steps at their fields, and those without a field.
    fail(errorElsewhere(error, () => true) ? undefined : errorElsewhere(error, isShownHere));
    const simulated = data?.simulateAutomationDefinition;
    setResult(simulated);
    onPath(
      simulated &&
        runPathOf(simulated.steps, { currentStep: undefined, isCompleted: simulated.endedAs === 'COMPLETED' }),
    );
  };
  const clear = () => {
    setResult(undefined);
    onPath(undefined);
  };

  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          {t('title')}
        </Title>
        <CloseButton onClick={onClose} aria-label={t('close')} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('hint')}
      </Text>
      <form onSubmit={(event) => void go(event)}>
        <Stack gap="sm">
          <TextInput
            label={t('email')}
            value={email}
            onChange={({ currentTarget: { value } }) => setEmail(value)}
            error={errors.email}
          />
          <TextInput
            label={t('startAt')}
            type="datetime-local"
            value={startAt}
            onChange={({ currentTarget: { value } }) => setStartAt(value)}
            error={errors.startAt}
          />
          <Switch
            label={t('customEvent')}
            checked={event !== undefined}
            onChange={({ currentTarget: { checked } }) =>
              setEvent(checked ? { name: String(draft.trigger.name ?? ''), properties: {} } : undefined)
            }
          />
          {event !== undefined && (
            <JsonField label={t('event')} value={event} onChange={setEvent} error={errors.event} />
          )}
          <AssumptionFields assumptions={assumptions} onChange={setAssumptions} errors={errors} />
          <Group>
            <Button type="submit" loading={busy}>
              {t('run')}
            </Button>
            {runPath && (
              <Button variant="default" onClick={clear}>
                {t('clear')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {broken && <Failed error={broken} />}
      {result && (
        <section aria-label={t('result')}>
          <StepResults steps={result.steps} end={{ at: result.endedAt, how: result.endedAs, reason: result.reason }} />
        </section>
      )}
    </Stack>
  );
}
