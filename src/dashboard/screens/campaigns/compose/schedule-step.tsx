import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useViewer } from '../../../session/viewer.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { AbTest } from './ab-test.tsx';
import { DraftText } from './draft-text.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useComposeText } from './texts.ts';
import type { Draft } from './use-draft.ts';

const SCHEDULE_MODES = ['now', 'later', 'inTimeZones', 'repeat'] as const;
type ScheduleMode = (typeof SCHEDULE_MODES)[number];

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
  const { recurrence, schedule } = campaign;
  const [mode, setMode] = useState<ScheduleMode>(recurrence ? 'repeat' : schedule ? 'later' : 'now');
  const [at, setAt] = useState('');
  const [confirming, { open, close }] = useDisclosure();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const choose = (chosen: ScheduleMode) => {
    setMode(chosen);
    setFaults({});
    if (recurrence && chosen !== 'repeat') void draft.change({ recurrence: null, feedUrl: null });
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
          onChange={({ currentTarget: { value } }) => setAt(value)}
        />
      )}
      {mode === 'repeat' && <Series campaign={campaign} draft={draft} />}
      {mode !== 'repeat' && <AbTest key={JSON.stringify(campaign.abTest)} campaign={campaign} draft={draft} />}
      <Group>
        <Button onClick={open}>
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

/** The rule by which a campaign recurs, and the feed that it is about. */
function Series({ campaign, draft }: { campaign: ShownCampaign; draft: Draft }) {
  const t = useComposeText();
  const { recurrence } = campaign;
  const [rule, setRule] = useState(recurrence?.rule ?? 'FREQ=WEEKLY;BYDAY=MO');
  const [start, setStart] = useState(recurrence?.start.slice(0, 16) ?? '');
  const save = () => {
    if (rule && start) void draft.change({ recurrence: { rule, start: `${start}:00` } });
  };
  return (
    <Stack>
      <TextInput
        label={t('recurrenceRule')}
        description={t('recurrenceRuleHint')}
        value={rule}
        error={draft.errors['recurrence.rule']}
        onChange={({ currentTarget: { value } }) => setRule(value)}
        onBlur={save}
      />
      <TextInput
        label={t('firstMail')}
        type="datetime-local"
        value={start}
        error={draft.errors['recurrence.start'] ?? draft.errors.recurrence}
        onChange={({ currentTarget: { value } }) => setStart(value)}
        onBlur={save}
      />
      <DraftText campaign={campaign} draft={draft} field="feedUrl" label={t('feed')} description={t('feedHint')} />
    </Stack>
  );
}
