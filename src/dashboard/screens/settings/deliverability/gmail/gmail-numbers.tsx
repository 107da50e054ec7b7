import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from '../../../../tables/mark.tsx';
import { useFormat } from '../../../../texts/use-format.ts';
import { useRateFormat } from '../use-rate-format.ts';
import { useGmailText } from './texts.ts';
import { type GmailDay, isAuthenticated, latestOf, peakOf, peakOfReason, spamVerdict } from './verdicts.ts';

const COLORS = { none: 'gray', good: 'green', high: 'orange', bad: 'red' } as const;

/** The latest figures of a domain in words, with advice by the worst day of the period. */
export function GmailNumbers({ days }: { days: readonly GmailDay[] }) {
  const t = useGmailText();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="xl" component="dl" m={0}>
      <SpamRate days={days} />
      <Reputation days={days} />
      <Authentication days={days} />
      <Figure title={t('errors')} figure={<Errors days={days} />} />
    </SimpleGrid>
  );
}

function SpamRate({ days }: { days: readonly GmailDay[] }) {
  const t = useGmailText();
  const { date } = useFormat();
  const rate = useRateFormat();
  const peak = peakOf(days, ({ spamRate }) => spamRate);
  const verdict = spamVerdict(peak?.rate);
  return (
    <Figure
      title={t('spamRate')}
      figure={rate(latestOf(days, ({ spamRate }) => spamRate))}
      mark={<Mark color={COLORS[verdict]}>{t(verdict)}</Mark>}
      advice={verdict === 'high' || verdict === 'bad' ? t(`spam_${verdict}`) : undefined}
    >
      {peak && t('peak', { rate: rate(peak.rate), day: date(peak.day) })}
    </Figure>
  );
}

/** Google no longer publishes classes of reputation, but how much it rejects because of it. */
function Reputation({ days }: { days: readonly GmailDay[] }) {
  const t = useGmailText();
  const rate = useRateFormat();
  const domain = peakOfReason(days, 'LOW_DOMAIN_REPUTATION');
  const server = peakOfReason(days, 'LOW_IP_REPUTATION');
  const isGood = !domain && !server;
  return (
    <Figure
      title={t('reputation')}
      figure={t(isGood ? 'good' : 'reputation_bad')}
      mark={<Mark color={isGood ? 'green' : 'red'}>{t(isGood ? 'noRejections' : 'rejections')}</Mark>}
      advice={
        isGood
          ? undefined
          : [
              domain && t('reputationDomain', { rate: rate(domain.rate) }),
              server && t('reputationIp', { rate: rate(server.rate) }),
            ]
              .filter(Boolean)
              .join(' ')
      }
    >
      {isGood && t('reputationGood')}
    </Figure>
  );
}

function Authentication({ days }: { days: readonly GmailDay[] }) {
  const t = useGmailText();
  const rate = useRateFormat();
  const spf = latestOf(days, ({ spfRate }) => spfRate);
  const dkim = latestOf(days, ({ dkimRate }) => dkimRate);
  const dmarc = latestOf(days, ({ dmarcRate }) => dmarcRate);
  const isKnown = [spf, dkim, dmarc].some((one) => one !== null);
  const isGood = isAuthenticated({ spf, dkim, dmarc });
  return (
    <Figure
      title={t('authentication')}
      figure={rate(dmarc ?? dkim ?? spf)}
      mark={
        isKnown ? (
          <Mark color={isGood ? 'green' : 'red'}>{t(isGood ? 'auth_good' : 'auth_bad')}</Mark>
        ) : (
          <Mark color="gray">{t('none')}</Mark>
        )
      }
      advice={isGood ? undefined : t('authAdvice')}
    >
      {isKnown && t('authFigures', { spf: rate(spf), dkim: rate(dkim), dmarc: rate(dmarc) })}
    </Figure>
  );
}

function Errors({ days }: { days: readonly GmailDay[] }) {
  const t = useGmailText();
  const rate = useRateFormat();
  const last = days.findLast(({ errorRate }) => errorRate !== null);
  const reasons = last?.errors.filter(({ reason }) => reason !== 'UNKNOWN');
  return (
    <>
      {rate(last?.errorRate ?? null)}
      <Text component="span" display="block" size="xs" c="dimmed" fw={400}>
        {reasons?.map(({ reason, rate: share }) => (
          <span key={reason} style={{ display: 'block' }}>
            {t('reasonRate', { reason: t(reason), rate: rate(share) })}
          </span>
        ))}
        {last && last.errors.length === 0 && t('noErrors')}
      </Text>
    </>
  );
}

interface FigureProps {
  title: string;
  figure: ReactNode;
  mark?: ReactNode;
  advice?: string | undefined;
  children?: ReactNode;
}

function Figure({ title, figure, mark, advice, children }: FigureProps) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {title}
      </Text>
      <Text component="dd" m={0} fw={600} size="xl">
        {figure}
      </Text>
      {mark && <dd style={{ margin: 0 }}>{mark}</dd>}
      {advice && (
        <Text component="dd" m={0} mt={4} size="sm">
          {advice}
        </Text>
      )}
      {children && (
        <Text component="dd" m={0} mt={4} size="xs" c="dimmed">
          {children}
        </Text>
      )}
    </div>
  );
}
