import { Progress, Text } from '@mantine/core';
import type { CampaignRowFragment } from '../../../generated/dashboard/campaigns.ts';
import { useFormat } from '../../texts/use-format.ts';
import { useCampaignsText } from './texts.ts';

/** The counts of a campaign's messages, with a bar while it is being sent. */
export function SendingProgress({ campaign }: { campaign: CampaignRowFragment }) {
  const t = useCampaignsText();
  const { number } = useFormat();
  const {
    name,
    status,
    recipientsCount: all,
    sentCount,
    failedCount,
    withheldCount,
    unknownCount,
    keptInOutbox,
  } = campaign;
  const progress = keptInOutbox ? 'keptOf' : 'sentOf';
  const isRunning = status === 'SENDING' || status === 'PAUSED';
  const settled = sentCount + failedCount + withheldCount + unknownCount;
  const others = [
    failedCount > 0 && t('failedCount', { count: failedCount }),
    withheldCount > 0 && t('withheldCount', { count: withheldCount }),
    unknownCount > 0 && t('unknownCount', { count: unknownCount }),
  ].filter((one) => one !== false);
  return (
    <>
      <Text size="sm" mb={isRunning ? 4 : 0}>
        {[all === null ? t('counting') : t(progress, { sent: number(sentCount), all: number(all) }), ...others].join(
          ' · ',
        )}
      </Text>
      {isRunning && <Progress value={all ? (settled / all) * 100 : 0} aria-label={name} transitionDuration={0} />}
    </>
  );
}
