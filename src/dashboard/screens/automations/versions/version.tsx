import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AutomationVersionsQuery, EditedAutomationFragment } from '../../../../generated/dashboard/automations.ts';
import { Panel } from '../../../shell/panel.tsx';
import { Mark } from '../../../tables/mark.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { draftAt } from '../definition/draft.ts';
import { Differences } from '../editor/differences.tsx';
import { StepList } from '../editor/step-list.tsx';
import { ReadOnlyCanvas } from '../runs/read-only-canvas.tsx';
import type { Words } from '../use-words.ts';
import { useVersionText } from './texts.ts';

export type OneVersion = NonNullable<AutomationVersionsQuery['automation']>['versions']['nodes'][number];

interface Props {
  automation: EditedAutomationFragment;
  version: OneVersion;
  /** The one before. */
  before: OneVersion | undefined;
  words: Words;
}

/** One version: its date, its changes, its people in progress, and its steps on request. */
export function Version({ automation, version, before, words }: Props) {
  const t = useVersionText();
  const { moment } = useFormat();
  const [isOpen, { toggle }] = useDisclosure();
  const draft = draftAt(automation, version);
  const isCurrent = version.version === automation.version;
  return (
    <Panel title={t('version', { version: version.version })}>
      <Stack gap="xs">
        <Group gap="md">
          {isCurrent && <Mark color="green">{t('current')}</Mark>}
          <Text size="sm" c="dimmed" component="time" dateTime={version.createdAt}>
            {t('since', { when: moment(version.createdAt) })}
          </Text>
          <Text size="sm">{t('inProgress', { count: version.active })}</Text>
        </Group>
        {before ? (
          <Differences before={draftAt(automation, before)} after={draft} words={words} />
        ) : (
          version.version === 1 && <Text size="sm">{t('first')}</Text>
        )}
        <Group>
          <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? t('hide') : t('show')}
          </Button>
        </Group>
        {isOpen && (
          <ReadOnlyCanvas automation={automation} draft={draft}>
            <StepList />
          </ReadOnlyCanvas>
        )}
      </Stack>
    </Panel>
  );
}
