import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { type EditedAutomationFragment, EnterAutomationDocument } from '../../../generated/dashboard/automations.ts';
import { errorElsewhere, fieldErrors } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { isPart, stepsOf } from './definition/step.ts';
import { allSteps } from './definition/tree.ts';
import { useAutomationText } from './texts.ts';
import { useWords } from './use-words.ts';

/** Starts an active automation for a person manually. */
export function AddPerson({ automation, onClose }: { automation: EditedAutomationFragment; onClose(): void }) {
  const t = useAutomationText();
  const words = useWords();
  const [email, setEmail] = useState('');
  const [atStep, setAtStep] = useState('');
  const [json, setJson] = useState('');
  const [said, setSaid] = useState('');
  const [error, setError] = useState<CombinedError>();
  const [enter, busy] = useMutation(EnterAutomationDocument);
  const errors = fieldErrors(error);
  const elsewhere = errorElsewhere(error, (path) => ['email', 'atStep', 'properties'].includes(path));
  const properties = json.trim() === '' ? {} : readObject(json);

  const start = async (event: FormEvent) => {
    event.preventDefault();
    setSaid('');
    if (!properties) return;
    const input = { id: automation.id, email, properties, ...(atStep && { atStep }) };
    const { data, error } = await enter({ input });
    setError(error);
    if (!data) return;
    const { automationRun, refusal } = data.enterAutomation;
    setSaid(
      automationRun ? t('personAdded', { email }) : t('notAdded', { reason: t(refusal ?? 'CONDITIONS_NOT_MET') }),
    );
  };

  return (
    <Dialog opened onClose={onClose} title={t('addPersonTitle')}>
      <form onSubmit={(event) => void start(event)}>
        <Stack>
          <Text size="sm">{t('addPersonHint')}</Text>
          <TextInput
            label={t('email')}
            value={email}
            onChange={({ currentTarget: { value } }) => setEmail(value)}
            error={errors.email}
            data-autofocus
          />
          <NativeSelect
            label={t('atStep')}
            value={atStep}
            data={[
              { value: '', label: t('first') },
              ...[...allSteps(stepsOf(automation.steps))].map(({ step }) => ({
                value: step.id,
                label: words.label(step),
              })),
            ]}
            onChange={({ currentTarget: { value } }) => setAtStep(value)}
            error={errors.atStep}
          />
          <Textarea
            label={t('properties')}
            value={json}
            onChange={({ currentTarget: { value } }) => setJson(value)}
            error={errors.properties ?? (properties ? undefined : t('notJsonObject'))}
            autosize
          />
          {elsewhere && <Failed error={elsewhere} />}
          {said && (
            <Alert variant="outline" role="status">
              {said}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('confirmAddPerson')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The object in a JSON text; undefined for anything else. */
function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isPart(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}
