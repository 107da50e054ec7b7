import { Group, Text } from '@mantine/core';
import type { EditedAutomationFragment } from '../../../generated/dashboard/automations.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { Actions } from './actions.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useAutomationText } from './texts.ts';

/** The automation's name, status, actions and tabs. */
export function Heading({
  automation,
  at,
}: {
  automation: EditedAutomationFragment;
  at: 'steps' | 'runs' | 'versions';
}) {
  const t = useAutomationText();
  const mayWrite = useMayWrite();
  const { number } = useFormat();
  const { id, name, status, version, counts } = automation;
  const figures = [
    [t('inProgress'), counts.active],
    [t('completed'), counts.completed],
    [t('exited'), counts.exited],
    [t('failed'), counts.failed],
  ] as const;
  return (
    <header>
      <TextLink to="/automations">{t('back')}</TextLink>
      <ScreenTitle action={mayWrite && <Actions automation={automation} />}>{name}</ScreenTitle>
      <Group gap="lg" mt="-sm" style={{ rowGap: 4 }}>
        <StatusBadge status={status} />
        <Text size="sm">{t('version', { version })}</Text>
        {figures.map(([label, count]) => (
          <Text key={label} size="sm" c="dimmed">
            {label}:{' '}
            <Text span fw={600} c="var(--mantine-color-text)">
              {number(count)}
            </Text>
          </Text>
        ))}
        <Group component="nav" gap="sm" ml="auto" aria-label={name}>
          <TextLink
            to="/automations/$automation"
            params={{ automation: id }}
            fw={at === 'steps' ? 600 : 400}
            {...(at === 'steps' && { 'aria-current': 'page' as const })}
          >
            {t('steps')}
          </TextLink>
          <TextLink
            to="/automations/$automation/runs"
            params={{ automation: id }}
            fw={at === 'runs' ? 600 : 400}
            {...(at === 'runs' && { 'aria-current': 'page' as const })}
          >
            {t('people')}
          </TextLink>
          <TextLink
            to="/automations/$automation/versions"
            params={{ automation: id }}
            fw={at === 'versions' ? 600 : 400}
            {...(at === 'versions' && { 'aria-current': 'page' as const })}
          >
            {t('versions')}
          </TextLink>
        </Group>
      </Group>
    </header>
  );
}
