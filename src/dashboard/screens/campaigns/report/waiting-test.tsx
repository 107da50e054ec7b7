import { Alert, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { TextLink } from '../../../shell/links.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { useReportText } from './texts.ts';

/** Whether recipients outside the sample wait for the winner of an A/B test. */
export const isWaitingForWinner = ({ abTest, status }: ShownCampaign): boolean =>
  abTest?.winner === null && abTest.samplePercent < 100 && (status === 'SENDING' || status === 'PAUSED');

/** Says why the rest of the recipients has no message yet, while an A/B test is undecided. */
export function WaitingTest({ campaign }: { campaign: ShownCampaign }) {
  const t = useReportText();
  const { moment } = useFormat();
  const here = getRouteApi('/campaigns/$campaign').useParams();
  const { abTest, recipientsCount, sentCount, failedCount, withheldCount, unknownCount } = campaign;
  if (!isWaitingForWinner(campaign) || recipientsCount === null) return null;
  const waiting = recipientsCount - sentCount - failedCount - withheldCount - unknownCount;
  return (
    <Alert color="indigo" variant="light">
      <Text size="sm">
        {abTest?.decideAt
          ? t('waitForResult', { count: waiting, when: moment(abTest.decideAt) })
          : t('waitForChoice', { count: waiting })}{' '}
        <TextLink size="sm" underline="always" to="/campaigns/$campaign" params={here} search={{ tab: 'variants' }}>
          {t('compareVariants')}
        </TextLink>
      </Text>
    </Alert>
  );
}
