import { Code, Stack, Text } from '@mantine/core';
import { Panel } from '../../../shell/panel.tsx';
import { Rows } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { useCauseText } from './cause-texts.ts';
import type { RefusalGroup } from './group-refusals.ts';
import { useDeliverabilityText } from './texts.ts';

/** The causes that concern the sender; the API counts no others. */
const CAUSES = ['BLOCKED', 'AUTHENTICATION', 'POLICY', 'RATE', 'SPAM', 'RELAYING'] as const;

/** Why mail servers refused messages because of the sender, with the last answer and advice. */
export function Refusals({ groups }: { groups: readonly RefusalGroup[] }) {
  const t = useDeliverabilityText();
  const causes = useCauseText();
  const { number, ago } = useFormat();
  return (
    <Panel title={t('refusals')}>
      {groups.length === 0 ? (
        <Text c="dimmed">{t('noRefusals')}</Text>
      ) : (
        <Rows
          label={t('refusals')}
          unbroken
          rows={groups}
          idOf={({ cause }) => cause}
          columns={[
            {
              title: t('cause'),
              cell: ({ cause, reason }) => {
                const known = CAUSES.find((one) => one === cause);
                return (
                  <Stack gap={4} align="flex-start">
                    <Text size="sm" fw={600}>
                      {causes(known ?? 'unknown')}
                    </Text>
                    <Text size="sm">{causes(known ? `${known}_advice` : 'unknown_advice')}</Text>
                    <Code aria-label={t('answer')} lang="en" style={{ whiteSpace: 'pre-wrap' }}>
                      {reason}
                    </Code>
                  </Stack>
                );
              },
            },
            { title: t('refusedBy'), from: 'sm', cell: ({ domains }) => domains.join(', ') },
            { title: t('count'), right: true, cell: ({ count }) => number(count) },
            { title: t('last'), from: 'sm', cell: ({ lastAt }) => ago(lastAt) },
          ]}
        />
      )}
    </Panel>
  );
}
