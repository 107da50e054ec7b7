import { Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { AudienceChangedDocument, AudienceCountDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useLive } from '../../../client/use-live.ts';
import { useRead } from '../../../client/use-read.ts';
import { Counting } from '../../../states/counting.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { useComposeText } from './texts.ts';

/** Counting a million people takes a moment, so changes of the list are counted at most this often. */
const RELOAD_MS = 3_000;

/**
 * The number of people to whom a draft would be sent now. Nothing waits for it. Counts again when the draft or a
 * subscriber on the list changes.
 */
export function AudienceCount({ campaign: { id, listId, updatedAt } }: { campaign: ShownCampaign }) {
  const t = useComposeText();
  const read = useRead(AudienceCountDocument, { id });
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  const count = useEffectEvent(() => read.refetch());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number depends on what was saved
  useEffect(() => count(), [updatedAt]);
  useLive(AudienceChangedDocument, { listId }, refetch);
  if (read.isLoading) return <Counting>{t('recipientsNowLabel')}</Counting>;
  return (
    <Loaded of={read}>
      {({ campaign }) => (
        <>
          <Text fw={600} size="lg" aria-live="polite">
            {campaign && t('recipientsNow', { count: campaign.audience.totalCount })}
          </Text>
          {campaign && campaign.resendMachineOnlyCount !== null && (
            <Text size="sm">
              {t(campaign.resendMachineOpens === 'COUNT' ? 'machineOpensExcluded' : 'machineOpensIncluded', {
                count: campaign.resendMachineOnlyCount,
              })}
            </Text>
          )}
        </>
      )}
    </Loaded>
  );
}
