import { Group, Progress, Stack, Text } from '@mantine/core';
import {
  CampaignChangedDocument,
  type CampaignInProgressFragment,
  SendingNowDocument,
} from '../../../generated/dashboard/today.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useTodayText } from './texts.ts';

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
          <Stack>
            {nodes.map((campaign) => (
              <Moving key={campaign.id} campaign={campaign} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

function Moving({ campaign }: { campaign: CampaignInProgressFragment }) {
  const t = useTodayText();
  const { number } = useFormat();
  const { name, recipientsCount: all, sentCount: sent, failedCount: failed, withheldCount, unknownCount } = campaign;
  const settled = sent + failed + withheldCount + unknownCount;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {all === null || all === undefined ? t('counting') : t('sentOf', { sent: number(sent), all: number(all) })}
          {failed > 0 && ` · ${t('failedCount', { count: failed })}`}
        </Text>
      </Group>
      <Progress value={all ? (settled / all) * 100 : 0} aria-label={name} size="lg" transitionDuration={200} />
    </div>
  );
}
