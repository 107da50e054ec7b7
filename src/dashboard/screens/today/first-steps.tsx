import { Box, Button, Divider, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { CheckCircledIcon, CircleIcon } from '@radix-ui/react-icons';
import { useEffect, useEffectEvent } from 'react';
import {
  CampaignChangedDocument,
  FirstStepsDocument,
  type FirstStepsQuery,
  ListActivityDocument,
  MailActivityDocument,
} from '../../../generated/dashboard/today.ts';
import { useEveryMinute } from '../../client/use-every-minute.ts';
import { useLive } from '../../client/use-live.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { SampleOffer } from '../../sample-data/sample-offer.tsx';
import { useViewer } from '../../session/viewer.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useFirstStepsText } from './first-steps-texts.ts';
import { StepLink } from './step-link.tsx';
import { doneOf, ownLists, ownTemplate, STEPS } from './steps-of.ts';

/** The height of the steps in pixels, so that nothing below moves when they arrive. */
const HEIGHT = 520;

/** The way from an empty team to a sent campaign. Each step ticks itself once the team has what it is about. */
export function FirstSteps({ onHide }: { onHide: () => void }) {
  const { email } = useViewer().member;
  const read = useRead(FirstStepsDocument, { me: email });
  useOnChange(['LIST', 'TEMPLATE'], read.refetch);
  useLive(MailActivityDocument, {}, read.refetch);
  useLive(CampaignChangedDocument, {}, read.refetch);
  useEveryMinute(read.refetch);
  const t = useFirstStepsText();
  if (!read.data)
    return (
      <Panel title={t('title')}>
        <Box mih={HEIGHT}>
          <Loaded of={read} lines={7}>
            {() => null}
          </Loaded>
        </Box>
      </Panel>
    );
  return (
    <Loaded of={read}>
      {(data) => (
        <>
          {ownLists(data)
            .slice(0, 1)
            .map(({ id }) => (
              <FollowList key={id} id={id} onChange={read.refetch} />
            ))}
          <Steps data={data} onHide={onHide} />
        </>
      )}
    </Loaded>
  );
}

/** Follows the people of a list. */
function FollowList({ id, onChange }: { id: string; onChange: () => void }) {
  useLive(ListActivityDocument, { list: id }, onChange);
  return null;
}

function Steps({ data, onHide }: { data: FirstStepsQuery; onHide: () => void }) {
  const t = useFirstStepsText();
  const done = doneOf(data);
  const next = STEPS.find((step) => !done[step]);
  const isComplete = next === undefined;
  // Otherwise their place would appear and disappear at each visit.
  const finish = useEffectEvent(onHide);
  useEffect(() => {
    if (isComplete) finish();
  }, [isComplete]);
  const count = STEPS.filter((step) => done[step]).length;
  if (!next) return null;
  const targets = { list: ownLists(data)[0]?.id, template: ownTemplate(data) };
  return (
    <Panel title={t('title')}>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" aria-live="polite">
          {t('progress', { done: count, all: STEPS.length })}
        </Text>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onHide}>
          {t('hide')}
        </Button>
      </Group>
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {STEPS.map((step) => (
          <Group component="li" key={step} gap="sm" wrap="nowrap" align="flex-start">
            <Text component="span" c={done[step] ? 'teal' : 'dimmed'} mt={4} display="inline-flex" aria-hidden>
              {done[step] ? <CheckCircledIcon /> : <CircleIcon />}
            </Text>
            <Box flex={1}>
              <Text fw={500}>
                {t(step)} {done[step] && <VisuallyHidden>{t('done')}</VisuallyHidden>}
              </Text>
              {!done[step] && (
                <Text size="sm" c="dimmed">
                  {t(`${step}Hint`)}
                </Text>
              )}
            </Box>
            {!done[step] && (
              <StepLink step={step} targets={targets} variant={step === next ? 'filled' : 'default'}>
                {t(`${step}Action`)}
              </StepLink>
            )}
          </Group>
        ))}
      </Stack>
      {!data.sampleData && (
        <>
          <Divider my="md" />
          <SampleOffer text={t('sample')} action={t('sampleAction')} />
        </>
      )}
    </Panel>
  );
}
