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
import { useChange } from '../../../client/use-change.ts';
import { useLive } from '../../../client/use-live.ts';
import { useRead } from '../../../client/use-read.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Failed } from '../../../states/failed.tsx';
import { NotFound } from '../../../states/not-found.tsx';
import { Shown } from '../../../states/shown.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { draftAt } from '../definition/draft.ts';
import classes from '../editor/editor.module.css';
import { WIDE } from '../editor/editor.tsx';
import { Steps } from '../editor/steps.tsx';
import { Passage, useReason } from '../walk/passage.tsx';
import { OtherRuns } from './other-runs.tsx';
import { ShownAutomation } from './shown-automation.tsx';
import { useRunText } from './texts.ts';

export const Run = createLazyRoute('/automations/$automation/runs/$run')({ component: RunScreen });

const route = getRouteApi('/automations/$automation/runs/$run');

type WholeRun = NonNullable<AutomationRunQuery['automationRun']>;

function RunScreen() {
  const say = useRunText();
  const { automation, run: id } = route.useParams();
  const read = useRead(AutomationRunDocument, { id });
  useLive(AutomationProgressedDocument, { id: automation }, () => read.again());
  return (
    <>
      <TextLink to="/automations/$automation/runs" params={{ automation }}>
        {say('back')}
      </TextLink>
      <Shown of={read} lines={8}>
        {({ automationRun: run }) =>
          run?.automation ? <WholeRun run={run} automation={run.automation} /> : <NotFound />
        }
      </Shown>
    </>
  );
}

function WholeRun({ run, automation }: { run: WholeRun; automation: EditedAutomationFragment }) {
  const say = useRunText();
  const { moment } = useFormat();
  const reasonOf = useReason();
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const { email, state, exitReason, failingSince, lastError, version, definition, steps, endedAt, event } = run;
  return (
    <>
      <ScreenTitle action={<Stop run={run} />}>{email ?? say('erased')}</ScreenTitle>
      <Stack>
        <Group gap="lg">
          <Text size="sm">{[say(state), exitReason && reasonOf(exitReason)].filter(Boolean).join(': ')}</Text>
          <Text size="sm">{say(version === automation.version ? 'ofVersion' : 'ofOlder', { version })}</Text>
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
            {say('failing', { when: moment(failingSince), error: lastError ?? '' })}
          </Alert>
        )}
        <ShownAutomation automation={automation} run={run} draft={draftAt(automation, definition ?? automation)}>
          <div className={classes.both}>
            <div className={classes.steps}>
              <Steps view={isWide ? 'canvas' : 'list'} />
            </div>
            <Stack className={isWide ? classes.panel : classes.steps}>
              <Panel title={say('passed')}>
                {steps.length === 0 && <Text c="dimmed">{say('noSteps')}</Text>}
                <Passage
                  steps={steps}
                  end={endedAt ? { at: endedAt, how: exitReason ?? state.toLowerCase() } : undefined}
                />
              </Panel>
              {event && (
                <Panel title={say('event')}>
                  <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
                    {JSON.stringify(event, null, 2)}
                  </Code>
                </Panel>
              )}
              <OtherRuns run={run} />
            </Stack>
          </div>
        </ShownAutomation>
      </Stack>
    </>
  );
}

/** Ends the run at its current step. */
function Stop({ run: { id, state } }: { run: WholeRun }) {
  const say = useRunText();
  const mayWrite = useMayWrite();
  const [exit, busy] = useChange(ExitAutomationRunDocument);
  const [error, setError] = useState<CombinedError>();
  if (!mayWrite || state !== 'ACTIVE') return null;
  return (
    <Group>
      {error && <Failed error={error} />}
      <Button variant="default" loading={busy} onClick={async () => setError((await exit({ id })).error)}>
        {say('stop')}
      </Button>
    </Group>
  );
}
