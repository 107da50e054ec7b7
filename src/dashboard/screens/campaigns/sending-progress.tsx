import { Progress, Text } from '@mantine/core';
import type { CampaignRowFragment } from '../../../generated/dashboard/campaigns.ts';
import { useFormat } from '../../texts/use-format.ts';
import { useCampaignsText } from './texts.ts';

/** How far a campaign is. */
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
  const settled = sentCount + failedCount + withheldCount + unknownCount;
  const others = [
    failedCount > 0 && t('failedCount', { count: failedCount }),
    withheldCount > 0 && t('withheldCount', { count: withheldCount }),
    unknownCount > 0 && t('unknownCount', { count: unknownCount }),
  ].filter((one) => one !== false);
  return (
    <>
      <Text size="sm" mb={status === 'SENT' ? 0 : 4}>
        {[all === null ? t('counting') : t(progress, { sent: number(sentCount), all: number(all) }), ...others].join(
          ' · ',
        )}
      </Text>
      {status !== 'SENT' && (
        <Progress value={all ? (settled / all) * 100 : 0} aria-label={name} transitionDuration={0} />
      )}
    </>
  );
}
