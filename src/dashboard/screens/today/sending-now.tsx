import { Group, Progress, Stack, Text } from '@mantine/core';
import {
  CampaignChangedDocument,
  type MovingFragment,
  SendingNowDocument,
} from '../../../generated/dashboard/today.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useTodayText } from './texts.ts';

/** The campaigns that are being sent. Progress updates live; a campaign that starts or ends reads the list again. */
export function SendingNow() {
  const say = useTodayText();
  const read = useRead(SendingNowDocument, {});
  useLive(CampaignChangedDocument, {}, ({ campaignChanged: { id, status } }) => {
    const isShown = read.data?.campaigns.nodes.some((one) => one.id === id) ?? false;
    if (isShown !== (status === 'SENDING')) read.again();
  });
  return (
    <Panel title={say('sending')}>
      <Shown of={read} lines={2}>
        {({ campaigns: { nodes } }) =>
          nodes.length === 0 ? (
            <Nothing title={say('nothingSending')}>{say('nothingSendingMore')}</Nothing>
          ) : (
            <Stack>
              {nodes.map((campaign) => (
                <Moving key={campaign.id} campaign={campaign} />
              ))}
            </Stack>
          )
        }
      </Shown>
    </Panel>
  );
}

function Moving({ campaign }: { campaign: MovingFragment }) {
  const say = useTodayText();
  const { number } = useFormat();
  const { name, recipientsCount: all, sentCount: sent, failedCount: failed, withheldCount, unknownCount } = campaign;
  const settled = sent + failed + withheldCount + unknownCount;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {all === null || all === undefined
            ? say('counting')
            : say('sentOf', { sent: number(sent), all: number(all) })}
          {failed > 0 && ` · ${say('failed', { count: failed })}`}
        </Text>
      </Group>
      <Progress value={all ? (settled / all) * 100 : 0} aria-label={name} size="lg" transitionDuration={200} />
    </div>
  );
}
