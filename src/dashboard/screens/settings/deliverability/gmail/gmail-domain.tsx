import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Chart } from '../../../../charts/chart.tsx';
import { daysFrom } from '../../../../shell/days.ts';
import { Mark } from '../../../../tables/mark.tsx';
import { useFormat } from '../../../../texts/use-format.ts';
import { useFilter } from '../use-filter.ts';
import { useRateFormat } from '../use-rate-format.ts';
import { GmailNumbers } from './gmail-numbers.tsx';
import { useGmailText } from './texts.ts';
import { type GmailDomain as Domain, SPAM } from './verdicts.ts';

/** Google's view of a domain: figures with advice, the spam rate along the days, and the requirements. */
export function GmailDomain({ of: { sendingDomain, problemCode, readAt, requirements, days } }: { of: Domain }) {
  const t = useGmailText();
  const { date } = useFormat();
  const rate = useRateFormat();
  const { since, today } = useFilter();
  const shown = days.filter(({ day }) => day >= since);
  const rates = new Map(shown.map(({ day, spamRate }) => [day, spamRate]));
  const isWaiting = readAt === null && days.length === 0;
  return (
    <Stack gap="md" component="article" aria-label={sendingDomain.domain}>
      <Title order={3} size="h6" style={{ overflowWrap: 'anywhere' }}>
        {sendingDomain.domain}
      </Title>
      {problemCode && <Mark color="orange">{t(problemCode)}</Mark>}
      {!problemCode && shown.length === 0 && <Text c="dimmed">{t(isWaiting ? 'waiting' : 'noFigures')}</Text>}
      {shown.length > 0 && (
        <>
          <GmailNumbers days={shown} />
          <Chart
            label={`${t('spamRate')}: ${sendingDomain.domain}`}
            height={160}
            points={daysFrom(since, today).map((day) => {
              const spam = rates.get(day);
              return Object.assign({ at: date(day) }, Object.fromEntries(spam == null ? [] : [['spam', spam]]));
            })}
            series={[{ key: 'spam', name: t('spamRate'), color: 'indigo.6' }]}
            limits={[
              { value: SPAM.target, name: t('target', { rate: rate(SPAM.target) }), color: 'orange.5' },
              { value: SPAM.limit, name: t('limit', { rate: rate(SPAM.limit) }), color: 'red.6' },
            ]}
            missing="–"
            format={rate}
          />
        </>
      )}
      {requirements.length > 0 && <Requirements of={requirements} />}
    </Stack>
  );
}

/** Unmet requirements first. */
function Requirements({ of: all }: { of: Domain['requirements'] }) {
  const t = useGmailText();
  const isWhole = all.every(({ isMet }) => isMet);
  const known = all.filter(({ requirement }) => requirement !== 'UNKNOWN');
  const sorted = known.sort((one, other) => Number(one.isMet) - Number(other.isMet));
  return (
    <div>
      <Group gap="md" mb="xs">
        <Text size="sm" c="dimmed">
          {t('requirements')}
        </Text>
        {isWhole && <Mark color="green">{t('allMet')}</Mark>}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing={4} component="ul" p={0} m={0}>
        {sorted.map(({ requirement, isMet }) => (
          <li key={requirement} style={{ listStyle: 'none' }}>
            <Mark color={isMet ? 'green' : 'red'}>{`${t(requirement)}: ${t(isMet ? 'met' : 'needsWork')}`}</Mark>
          </li>
        ))}
      </SimpleGrid>
    </div>
  );
}
