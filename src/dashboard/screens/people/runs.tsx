import { List, Text } from '@mantine/core';
import type { PersonQuery } from '../../../generated/dashboard/people.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { usePersonText } from './person-texts.ts';

/** The automations that the person passed or is in, the latest ten. */
export function Runs({ runs }: { runs: PersonQuery['person']['automationRuns']['nodes'] }) {
  const t = usePersonText();
  const { ago } = useFormat();
  if (runs.length === 0) return null;
  return (
    <Panel title={t('automations')}>
      <List size="sm" spacing="xs" listStyleType="none">
        {runs.map(({ id, automationId, automationName, state, startedAt }) => (
          <List.Item key={id}>
            <TextLink to="/automations/$automation/runs/$run" params={{ automation: automationId, run: id }} size="sm">
              {automationName}
            </TextLink>
            <Text size="sm" c="dimmed">
              {t(state)}, {t('startedAt', { when: ago(startedAt) })}
            </Text>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}
