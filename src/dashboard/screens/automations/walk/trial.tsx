import { Button, CloseButton, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { SimulateDocument, type SimulateQuery } from '../../../../generated/dashboard/automations.ts';
import { fieldErrors } from '../../../client/field-errors.ts';
import { Failed } from '../../../states/failed.tsx';
import { useEditing } from '../editor/editing.ts';
import { definitionOf } from '../editor/use-draft.ts';
import { JsonField } from '../fields/json-field.tsx';
import { Assume, type Assumed, assumptionsOf } from './assume.tsx';
import { Passage } from './passage.tsx';
import { useWalkText } from './texts.ts';
import { type Walk, walkOf } from './walk.ts';

interface Props {
  walk: Walk | undefined;
  onWalk(walk: Walk | undefined): void;
  fail(error: CombinedError | undefined, prefix?: string): unknown;
  onClose(): void;
}

/** Simulates a person's path through the steps in the editor, saved or not, and shows it on the canvas. */
export function Trial({ walk, onWalk, fail, onClose }: Props) {
  const say = useWalkText();
  const client = useClient();
  const { draft } = useEditing();
  const [email, setEmail] = useState('');
  const [startAt, setStartAt] = useState('');
  const [event, setEvent] = useState<unknown>();
  const [assumed, setAssumed] = useState<Assumed>({ ways: {}, events: [] });
  const [error, setError] = useState<CombinedError>();
  const [result, setResult] = useState<SimulateQuery['simulateDefinition']>();
  const [busy, setBusy] = useState(false);
  const errors = fieldErrors(error);

  const go = async (submitted: FormEvent) => {
    submitted.preventDefault();
    setBusy(true);
    const input = {
      ...definitionOf(draft),
      ...(draft.listId && { listId: draft.listId }),
      ...(email && { email }),
      ...(startAt && { startAt: new Date(startAt).toISOString() }),
      ...(event !== undefined && { event: event as Record<string, unknown> }),
      assume: assumptionsOf(assumed, draft.steps),
    };
    const { data, error } = await client
      .query(SimulateDocument, { input }, { requestPolicy: 'network-only' })
      .toPromise();
    setBusy(false);
    setError(error);
    fail(error);
    const simulated = data?.simulateDefinition;
    setResult(simulated);
    onWalk(simulated && walkOf(simulated.steps, { here: undefined, isWhole: simulated.endedAs === 'completed' }));
  };
  const clear = () => {
    setResult(undefined);
    onWalk(undefined);
  };

  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          {say('title')}
        </Title>
        <CloseButton onClick={onClose} aria-label={say('close')} />
      </Group>
      <Text size="sm" c="dimmed">
        {say('more')}
      </Text>
      <form onSubmit={(event) => void go(event)}>
        <Stack gap="sm">
          <TextInput
            label={say('email')}
            value={email}
            onChange={({ currentTarget: { value } }) => setEmail(value)}
            error={errors.email}
          />
          <TextInput
            label={say('startAt')}
            type="datetime-local"
            value={startAt}
            onChange={({ currentTarget: { value } }) => setStartAt(value)}
            error={errors.startAt}
          />
          <Switch
            label={say('ownEvent')}
            checked={event !== undefined}
            onChange={({ currentTarget: { checked } }) =>
              setEvent(checked ? { name: String(draft.trigger.name ?? ''), properties: {} } : undefined)
            }
          />
          {event !== undefined && (
            <JsonField label={say('event')} value={event} onChange={setEvent} error={errors.event} />
          )}
          <Assume assumed={assumed} onChange={setAssumed} errors={errors} />
          <Group>
            <Button type="submit" loading={busy}>
              {say('go')}
            </Button>
            {walk && (
              <Button variant="default" onClick={clear}>
                {say('clear')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {error && <Failed error={error} />}
      {result && (
        <section aria-label={say('result')}>
          <Passage steps={result.steps} end={{ at: result.endedAt, how: result.endedAs, reason: result.reason }} />
        </section>
      )}
    </Stack>
  );
}
