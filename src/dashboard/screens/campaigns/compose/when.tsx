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

const WAYS = ['now', 'later', 'inZones', 'again'] as const;
type Way = (typeof WAYS)[number];

/** When a draft is sent, and whether variants of it are tried first. */
export function When({ campaign, draft, again }: { campaign: ShownCampaign; draft: Draft; again: () => void }) {
  const say = useComposeText();
  const { team } = useViewer();
  const { recurrence, schedule } = campaign;
  const [way, setWay] = useState<Way>(recurrence ? 'again' : schedule ? 'later' : 'now');
  const [at, setAt] = useState('');
  const [asking, { open, close }] = useDisclosure();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const choose = (chosen: Way) => {
    setWay(chosen);
    setFaults({});
    if (recurrence && chosen !== 'again') void draft.change({ recurrence: null, feedUrl: null });
  };
  const input =
    way === 'later' ? { at, timezone: team.timezone } : way === 'inZones' ? { at, timezone: 'recipient' } : null;
  return (
    <Stack maw="36rem" gap="xl">
      <Radio.Group
        label={say('when')}
        value={way}
        onChange={(value) => choose(WAYS.find((one) => one === value) ?? 'now')}
      >
        <Stack gap="xs" mt="xs">
          {WAYS.map((one) => (
            <Radio key={one} value={one} label={say(one)} />
          ))}
        </Stack>
      </Radio.Group>
      {input && (
        <TextInput
          label={say('at')}
          description={way === 'later' ? team.timezone : undefined}
          type="datetime-local"
          value={at}
          error={faults.at}
          onChange={({ currentTarget: { value } }) => setAt(value)}
        />
      )}
      {way === 'again' && <Series campaign={campaign} draft={draft} />}
      {way !== 'again' && <AbTest key={JSON.stringify(campaign.test)} campaign={campaign} draft={draft} />}
      <Group>
        <Button onClick={open}>{say(way === 'now' ? 'sendNow' : way === 'again' ? 'startSeries' : 'schedule')}</Button>
      </Group>
      <SendDialog
        campaign={campaign}
        input={input}
        way={way}
        opened={asking}
        onClose={close}
        onDone={again}
        onFaults={setFaults}
      />
    </Stack>
  );
}

/** The rule by which a campaign recurs, and the feed that it is about. */
function Series({ campaign, draft }: { campaign: ShownCampaign; draft: Draft }) {
  const say = useComposeText();
  const { recurrence } = campaign;
  const [rule, setRule] = useState(recurrence?.rule ?? 'FREQ=WEEKLY;BYDAY=MO');
  const [start, setStart] = useState(recurrence?.start.slice(0, 16) ?? '');
  const save = () => {
    if (rule && start) void draft.change({ recurrence: { rule, start: `${start}:00` } });
  };
  return (
    <Stack>
      <TextInput
        label={say('rule')}
        description={say('ruleHint')}
        value={rule}
        error={draft.errors['recurrence.rule']}
        onChange={({ currentTarget: { value } }) => setRule(value)}
        onBlur={save}
      />
      <TextInput
        label={say('first')}
        type="datetime-local"
        value={start}
        error={draft.errors['recurrence.start'] ?? draft.errors.recurrence}
        onChange={({ currentTarget: { value } }) => setStart(value)}
        onBlur={save}
      />
      <DraftText campaign={campaign} draft={draft} field="feedUrl" label={say('feed')} description={say('feedHint')} />
    </Stack>
  );
}
