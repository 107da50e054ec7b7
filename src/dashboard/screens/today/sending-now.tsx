import { Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CampaignChangedDocument, SendingNowDocument } from '../../../generated/dashboard/today.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Loading } from '../../states/loading.tsx';
import { useTodayText } from './texts.ts';

/** Loaded with the first campaign that is being sent. */
const Moving = lazy(async () => ({ default: (await import('./moving.tsx')).Moving }));

/** The campaigns that are being sent. Progress updates live; a campaign that starts or ends reads the list again. Not shown without any. */
export function SendingNow() {
  const t = useTodayText();
  const read = useRead(SendingNowDocument, {});
  useLive(CampaignChangedDocument, {}, ({ campaignChanged: { id, status } }) => {
    const isShown = read.data?.campaigns.nodes.some((one) => one.id === id) ?? false;
    if (isShown !== (status === 'SENDING')) read.refetch();
  });
  const nodes = read.data?.campaigns.nodes ?? [];
  if (nodes.length === 0 && !read.error) return null;
  return (
    <Panel title={t('sending')}>
      <Loaded of={read} lines={2}>
        {() => (
          <Suspense fallback={<Loading lines={2} />}>
            <Stack>
              {nodes.map((campaign) => (
                <Moving key={campaign.id} campaign={campaign} />
              ))}
            </Stack>
          </Suspense>
        )}
      </Loaded>
    </Panel>
  );
}
