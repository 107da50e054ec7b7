import { Group, List, Stack, Text } from '@mantine/core';
import type { CheckOfQuery } from '../../../../generated/dashboard/campaigns.ts';
import { useFormat } from '../../../texts/use-format.ts';
import { useComposeText } from './texts.ts';

type Score = NonNullable<NonNullable<CheckOfQuery['checkCampaign']>['spamScore']>;

const SHOWN = 5;

/** What the spam filter says about the e-mail: its points, and the rules that add most. */
export function SpamScore({ of: { score, threshold, rules } }: { of: Score }) {
  const t = useComposeText();
  const { number } = useFormat();
  const adding = rules.filter((rule) => rule.score > 0).slice(0, SHOWN);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>{t('spamScore')}</Text>
        <Text c={score < threshold ? 'dimmed' : 'red'}>
          {t('spamPoints', { score: number(score), threshold: number(threshold) })}
        </Text>
      </Group>
      {adding.length > 0 && (
        <List size="sm">
          {adding.map(({ name, score, description }) => (
            <List.Item key={name}>
              {description ?? name} (+{number(score)})
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
