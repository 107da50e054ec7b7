import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  AutomationProgressedDocument,
  AutomationRunDocument,
  type AutomationRunQuery,
  type EditedAutomationFragment,
  ExitAutomationRunDocument,
} from '../../../../generated/dashboard/automations.ts';
import { useLive } from '../../../client/use-live.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Failed } from '../../../states/failed.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { NotFound } from '../../../states/not-found.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { draftAt } from '../definition/draft.ts';
import classes from '../editor/editor.module.css';
import { WIDE } from '../editor/editor.tsx';
import { Steps } from '../editor/steps.tsx';
import { StepResults, useReason } from '../simulation/step-results.tsx';
import { OtherRuns } from './other-runs.tsx';
import { ReadOnlyCanvas } from './read-only-canvas.tsx';
import { useRunText } from './texts.ts';

export const Run = createLazyRoute('/automations/$automation/runs/$run')({ component: RunScreen });

const route = getRouteApi('/automations/$automation/runs/$run');

type WholeRun = NonNullable<AutomationRunQuery['automationRun']>;

function RunScreen() {
  const t = useRunText();
  const { automation, run: id } = route.useParams();
  const read = useRead(AutomationRunDocument, { id });
  useLive(AutomationProgressedDocument, { id: automation }, () => read.refetch());
  return (
    <>
      <TextLink to="/automations/$automation/runs" params={{ automation }}>
        {t('back')}
      </TextLink>
      <Loaded of={read} lines={8}>
        {({ automationRun: run }) =>
          run?.automation ? <WholeRun run={run} automation={run.automation} /> : <NotFound />
        }
      </Loaded>
    </>
  );
}

function WholeRun({ run, automation }: { run: WholeRun; automation: EditedAutomationFragment }) {
  const t = useRunText();
  const { moment } = useFormat();
  const reasonOf = useReason();
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const { email, state, exitReason, failingSince, lastError, version, definition, steps, endedAt, event } = run;
  return (
    <>
      <ScreenTitle action={<Stop run={run} />}>{email ?? t('erased')}</ScreenTitle>
      <Stack>
        <Group gap="lg">
          <Text size="sm">{[t(state), exitReason && reasonOf(exitReason)].filter(Boolean).join(': ')}</Text>
          <Text size="sm">{t(version === automation.version ? 'versionNumber' : 'olderVersion', { version })}</Text>
          {email && (
            <TextLink to="/people/$email" params={{ email }} size="sm">
              {email}
            </TextLink>
          )}
          <TextLink to="/automations/$automation" params={{ automation: automation.id }} size="sm">
            {automation.name}
          </TextLink>
        </Group>
        {failingSince && (
          <Alert color="orange" variant="outline">
            {t('failing', { when: moment(failingSince), error: lastError ?? '' })}
          </Alert>
        )}
        <ReadOnlyCanvas automation={automation} run={run} draft={draftAt(automation, definition ?? automation)}>
          <div className={classes.both}>
            <div className={classes.steps}>
              <Steps view={isWide ? 'canvas' : 'list'} />
            </div>
            <Stack className={isWide ? classes.panel : classes.steps}>
              <Panel title={t('stepsTaken')}>
                {steps.length === 0 && <Text c="dimmed">{t('noSteps')}</Text>}
                <StepResults
                  steps={steps}
                  end={endedAt ? { at: endedAt, how: exitReason ?? state.toLowerCase() } : undefined}
                />
              </Panel>
              {event && (
                <Panel title={t('event')}>
                  <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
                    {JSON.stringify(event, null, 2)}
                  </Code>
                </Panel>
              )}
              <OtherRuns run={run} />
            </Stack>
          </div>
        </ReadOnlyCanvas>
      </Stack>
    </>
  );
}

/** Ends the run at its current step. */
function Stop({ run: { id, state } }: { run: WholeRun }) {
  const t = useRunText();
  const mayWrite = useMayWrite();
  const [exit, busy] = useMutation(ExitAutomationRunDocument);
  const [error, setError] = useState<CombinedError>();
  if (!mayWrite || state !== 'ACTIVE') return null;
  return (
    <Group>
      {error && <Failed error={error} />}
      <Button variant="default" loading={busy} onClick={async () => setError((await exit({ id })).error)}>
        {t('removeFromAutomation')}
      </Button>
    </Group>
  );
}
