import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ShownCampaign } from '../../campaign.tsx';
import { DraftText } from '../draft-text.tsx';
import type { Draft } from '../use-draft.ts';
import { NextDates } from './next-dates.tsx';
import { useRecurrenceText } from './recurrence-texts.ts';
import { RuleFields } from './rule-fields.tsx';

/** When a campaign is repeated, and the feed that it covers. Saved on each choice, so that the next dates show. */
export function Series({
  campaign,
  draft,
  startError,
}: {
  campaign: ShownCampaign;
  draft: Draft;
  startError: string | undefined;
}) {
  const t = useRecurrenceText();
  const { recurrence } = campaign;
  const [rule, setRule] = useState(recurrence?.rule ?? 'FREQ=WEEKLY;BYDAY=MO');
  const [start, setStart] = useState(recurrence?.start.slice(0, 16) ?? '');
  const save = (rule: string, start: string) => {
    if (rule && start) void draft.change({ recurrence: { rule, start: `${start}:00` } });
  };
  return (
    <Stack>
      <RuleFields
        rule={rule}
        error={draft.errors['recurrence.rule']}
        onChange={(changed) => {
          setRule(changed);
          save(changed, start);
        }}
      />
      <TextInput
        label={t('firstMail')}
        type="datetime-local"
        value={start}
        error={draft.errors['recurrence.start'] ?? draft.errors.recurrence ?? startError}
        onChange={({ currentTarget: { value } }) => setStart(value)}
        onBlur={() => save(rule, start)}
      />
      {recurrence ? <NextDates recurrence={recurrence} /> : <Text size="sm">{t('nextMailsHint')}</Text>}
      <DraftText campaign={campaign} draft={draft} field="feedUrl" label={t('feed')} description={t('feedHint')} />
    </Stack>
  );
}
