import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  ActivateAutomationDocument,
  ActiveTriggersDocument,
  type EditedAutomationFragment,
} from '../../../generated/dashboard/automations.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { isPart, type Part, type Step, stepsOf } from './definition/step.ts';
import { allSteps } from './definition/tree.ts';
import { useSurroundings } from './editor/use-surroundings.ts';
import { useAutomationText } from './texts.ts';

/** Confirms that an automation begins to run: who enters, which e-mails it sends, and which others share its trigger. */
export function Activate({ automation, onClose }: { automation: EditedAutomationFragment; onClose(): void }) {
  const t = useAutomationText();
  const { id, trigger, entry } = automation;
  const { words } = useSurroundings(automation);
  const [activate, busy] = useMutation(ActivateAutomationDocument);
  const [error, setError] = useState<CombinedError>();
  const others = useRead(ActiveTriggersDocument, {}).data?.automations.nodes ?? [];
  const sharing = others.filter((one) => one.id !== id && isSameTrigger(one.trigger, trigger));
  const mails = [...allSteps(stepsOf(automation.steps))].map(({ step }) => step).filter(isMail);
  const confirm = async () => {
    const { error } = await activate({ id });
    setError(error);
    if (!error) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('activateTitle')}>
      <Stack>
        <Text size="sm">{t('startsWith', { trigger: isPart(trigger) ? words.trigger(trigger) : '' })}</Text>
        <Text size="sm">{isPart(entry) ? words.entry(entry) : ''}</Text>
        <div>
          <Text size="sm">{t('mailsSent', { count: mails.length })}</Text>
          <List size="sm">
            {mails.map((step) => (
              <List.Item key={step.id}>{words.summary(step)}</List.Item>
            ))}
          </List>
        </div>
        {sharing.length > 0 && (
          <Alert color="orange" variant="outline">
            {t('sameTrigger', { names: sharing.map(({ name }) => name).join(', ') })}
          </Alert>
        )}
        {error && <Failed error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button onClick={() => void confirm()} loading={busy} data-autofocus>
            {t('activate')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const isMail = ({ type }: Step): boolean => type === 'send';

/** Whether the same occurrence starts both. */
const isSameTrigger = (one: unknown, other: unknown): boolean =>
  isPart(one) && isPart(other) && keyOf(one) === keyOf(other) && one.type !== 'api';

const keyOf = (trigger: Part): string =>
  JSON.stringify(Object.entries(trigger).toSorted(([one], [other]) => (one < other ? -1 : 1)));
