import { Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { AudienceCountDocument, AudienceMovedDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useLive } from '../../../client/use-live.ts';
import { useRead } from '../../../client/use-read.ts';
import { Counting } from '../../../states/counting.tsx';
import { Shown } from '../../../states/shown.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { useComposeText } from './texts.ts';

/** Counting a million people takes a moment: once in a while is enough to see the number move. */
const AGAIN_MS = 3_000;

/**
 * To how many people a draft would be sent now. Nothing waits for the number. Counts again when the draft
 * changes, or somebody on the list.
 */
export function AudienceCount({ campaign: { id, listId, updatedAt } }: { campaign: ShownCampaign }) {
  const say = useComposeText();
  const read = useRead(AudienceCountDocument, { id });
  const again = useThrottledCallback(read.again, AGAIN_MS);
  const count = useEffectEvent(() => read.again());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number depends on what was saved
  useEffect(() => count(), [updatedAt]);
  useLive(AudienceMovedDocument, { listId }, again);
  if (read.waiting) return <Counting>{say('counted')}</Counting>;
  return (
    <Shown of={read}>
      {({ campaign }) => (
        <>
          <Text fw={600} size="lg" aria-live="polite">
            {campaign && say('people', { count: campaign.audience.totalCount })}
          </Text>
          {campaign && campaign.resendMachineOnlyCount !== null && (
            <Text size="sm">
              {say(campaign.resendMachineOpens === 'COUNT' ? 'machinesLeftOut' : 'machinesIncluded', {
                count: campaign.resendMachineOnlyCount,
              })}
            </Text>
          )}
        </>
      )}
    </Shown>
  );
}
