import { List, Text } from '@mantine/core';
import type { AutomationRunQuery } from '../../../../generated/dashboard/automations.ts';
import { TextLink } from '../../../shell/links.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { useRunText } from './texts.ts';

/** The person's latest other runs, in any automation. */
export function OtherRuns({ run }: { run: NonNullable<AutomationRunQuery['automationRun']> }) {
  const t = useRunText();
  const { ago } = useFormat();
  const others = run.person?.automationRuns.nodes.filter(({ id }) => id !== run.id) ?? [];
  if (others.length === 0) return null;
  return (
    <Panel title={t('otherEntries')}>
      <List listStyleType="none" spacing="xs">
        {others.map(({ id, automationId, automationName, state, startedAt }) => (
          <List.Item key={id}>
            <TextLink to="/automations/$automation/runs/$run" params={{ automation: automationId, run: id }}>
              {automationName}
            </TextLink>
            <Text size="sm" c="dimmed">
              {t(state)}, {ago(startedAt)}
            </Text>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}
