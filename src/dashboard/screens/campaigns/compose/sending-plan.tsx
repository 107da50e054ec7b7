import { Text } from '@mantine/core';
import type { ScheduleCampaignInput } from '../../../../generated/dashboard/campaigns.ts';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { isDecidedLater } from './ab-test/use-ab-test.ts';
import { NextDates } from './recurrence/next-dates.tsx';
import { useComposeText } from './texts.ts';

const HOURS = /^PT(\d+)H$/;

interface Props {
  campaign: ShownCampaign;
  /** The chosen time; null: now, or by the recurrence. */
  input: Pick<ScheduleCampaignInput, 'at' | 'timezone'> | null;
}

/** When a campaign is sent and with which test, for the confirmation. */
export function SendingPlan({ campaign: { recurrence, abTest }, input }: Props) {
  const t = useComposeText();
  const { localTime } = useFormat();
  if (recurrence) return <NextDates recurrence={recurrence} />;
  const at = input?.at ? localTime(input.at) : '';
  const when =
    input === null
      ? t('sentNow')
      : input.timezone === 'recipient'
        ? t('sentInZones', { at })
        : t('sentAt', { at, zone: input.timezone });
  return (
    <>
      <Text size="sm">{when}</Text>
      {abTest && <TestPlan abTest={abTest} />}
    </>
  );
}

function TestPlan({ abTest }: { abTest: NonNullable<ShownCampaign['abTest']> }) {
  const t = useComposeText();
  const { percent } = useFormat();
  const { winnerBy: by, samplePercent, decideAfter, variants } = abTest;
  const hours = Number(HOURS.exec(decideAfter ?? '')?.[1]);
  const winner =
    by === 'MANUAL'
      ? t('winnerByHand')
      : t('winnerAfter', { measure: t(by), hours: hours > 0 ? t('hours', { count: hours }) : decideAfter });
  const names = variants.map(({ name }) => name).join(', ');
  return (
    <Text size="sm">
      {t('testOf', { variants: names, sample: percent(samplePercent / 100) })}{' '}
      {(by === 'MANUAL' ? samplePercent < 100 : isDecidedLater(abTest)) && winner}
    </Text>
  );
}
