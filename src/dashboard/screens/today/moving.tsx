import { Group, Progress, Text } from '@mantine/core';
import type { CampaignInProgressFragment } from '../../../generated/dashboard/today.ts';
import { useFormat } from '../../texts/use-format.ts';
import { useTodayText } from './texts.ts';

/** How far a campaign is that is being sent. */
export function Moving({ campaign }: { campaign: CampaignInProgressFragment }) {
  const t = useTodayText();
  const { number } = useFormat();
  const {
    name,
    recipientsCount: all,
    sentCount: sent,
    failedCount: failed,
    withheldCount,
    unknownCount,
    keptInOutbox,
  } = campaign;
  const settled = sent + failed + withheldCount + unknownCount;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {all === null || all === undefined
            ? t('counting')
            : t(keptInOutbox ? 'keptOf' : 'sentOf', { sent: number(sent), all: number(all) })}
          {failed > 0 && ` · ${t('failedCount', { count: failed })}`}
        </Text>
      </Group>
      <Progress value={all ? (settled / all) * 100 : 0} aria-label={name} size="lg" transitionDuration={200} />
    </div>
  );
}
