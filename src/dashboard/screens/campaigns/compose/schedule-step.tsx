import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useViewer } from '../../../session/viewer.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { AbTest } from './ab-test/ab-test.tsx';
import { useAbTest } from './ab-test/use-ab-test.ts';
import { lastSchedule, type Schedule } from './last-schedule.ts';
import { Series } from './recurrence/series.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useComposeText } from './texts.ts';
import type { Draft } from './use-draft.ts';

const SCHEDULE_MODES = ['now', 'later', 'inTimeZones', 'repeat'] as const;
type ScheduleMode = (typeof SCHEDULE_MODES)[number];

const modeOf = ({ timezone }: Schedule): ScheduleMode => (timezone === 'recipient' ? 'inTimeZones' : 'later');

/** When a draft is sent, and whether variants of it are tried first. */
export function ScheduleStep({
  campaign,
  draft,
  refetch,
}: {
  campaign: ShownCampaign;
  draft: Draft;
  refetch: () => void;
}) {
  const t = useComposeText();
  const { team } = useViewer();
  const { id, recurrence } = campaign;
  const earlier = lastSchedule(id);
  const [mode, setMode] = useState<ScheduleMode>(recurrence ? 'repeat' : earlier ? modeOf(earlier) : 'now');
  const [at, setAt] = useState(earlier?.at.slice(0, 16) ?? '');
  const abTest = useAbTest(campaign, draft);
  const [confirming, { open, close }] = useDisclosure();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const choose = (chosen: ScheduleMode) => {
    setMode(chosen);
    setFaults({});
    if (recurrence && chosen !== 'repeat') void draft.change({ recurrence: null, feedUrl: null });
  };
  const confirm = async () => {
    if (input && !at) return setFaults({ at: t('chooseTime') });
    if (mode === 'repeat' && !recurrence) return setFaults({ start: t('chooseTime') });
    if (mode === 'repeat' || (await abTest.save())) open();
  };
  const input =
    mode === 'later' ? { at, timezone: team.timezone } : mode === 'inTimeZones' ? { at, timezone: 'recipient' } : null;
  return (
    <Stack maw="36rem" gap="xl">
      <Radio.Group
        label={t('when')}
        value={mode}
        onChange={(value) => choose(SCHEDULE_MODES.find((one) => one === value) ?? 'now')}
      >
        <Stack gap="xs" mt="xs">
          {SCHEDULE_MODES.map((one) => (
            <Radio key={one} value={one} label={t(one)} />
          ))}
        </Stack>
      </Radio.Group>
      {input && (
        <TextInput
          label={t('at')}
          description={mode === 'later' ? team.timezone : undefined}
          type="datetime-local"
          value={at}
          error={faults.at}
          onChange={({ currentTarget: { value } }) => {
            setAt(value);
            setFaults({});
          }}
        />
      )}
      {mode === 'repeat' && <Series campaign={campaign} draft={draft} startError={faults.start} />}
      {mode !== 'repeat' && <AbTest campaign={campaign} errors={draft.errors} edited={abTest} />}
      <Group>
        <Button onClick={() => void confirm()}>
          {t(mode === 'now' ? 'confirmSend' : mode === 'repeat' ? 'startSeries' : 'schedule')}
        </Button>
      </Group>
      <SendDialog
        campaign={campaign}
        input={input}
        mode={mode}
        opened={confirming}
        onClose={close}
        onDone={refetch}
        onFaults={setFaults}
      />
    </Stack>
  );
}
