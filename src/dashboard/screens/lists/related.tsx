import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ListInTableFragment, ListRelatedDocument } from '../../../generated/dashboard/lists.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useListText } from './list-texts.ts';

/** The forms, imports, automations and segments of a list. */
export function Related({ list: { id } }: { list: ListInTableFragment }) {
  const t = useListText();
  const { ago } = useFormat();
  const mayWrite = useMayWrite();
  const read = useRead(ListRelatedDocument, { id });
  return (
    <Panel title={t('related')}>
      <Loaded of={read}>
        {({ list, forms, automations }) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            <Part title={t('forms')} none={t('noForms')}>
              {forms.nodes.map(({ id, name, signUpsCount }) => (
                <Text size="sm" key={id}>
                  <TextLink to="/forms/$id" params={{ id }} underline="always">
                    {name}
                  </TextLink>{' '}
                  ({t('signUps', { count: signUpsCount })})
                </Text>
              ))}
            </Part>
            <Part title={t('imports')} none={t('noImports')}>
              {(list?.imports.nodes ?? []).map(({ id, fileName, createdAt }) => (
                <Text size="sm" key={id}>
                  <TextLink to="/lists/imports/$id" params={{ id }} underline="always">
                    {fileName}
                  </TextLink>{' '}
                  {ago(createdAt)}
                </Text>
              ))}
              {mayWrite && (
                <ButtonLink to="/lists/imports/new" search={{ list: id }} variant="default" size="xs">
                  {t('import')}
                </ButtonLink>
              )}
            </Part>
            <Part title={t('automations')} none={t('noAutomations')}>
              {automations.nodes.map(({ id, name }) => (
                <Text size="sm" key={id}>
                  <TextLink to="/automations/$automation" params={{ automation: id }} underline="always">
                    {name}
                  </TextLink>
                </Text>
              ))}
            </Part>
            <Part title={t('segments')} none={t('noSegments')}>
              {(list?.segments.nodes ?? []).map(({ id, name }) => (
                <Text size="sm" key={id}>
                  <TextLink to="/segments/$id" params={{ id }} underline="always">
                    {name}
                  </TextLink>
                </Text>
              ))}
            </Part>
          </SimpleGrid>
        )}
      </Loaded>
    </Panel>
  );
}

function Part({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  const shown = children.flat().filter(Boolean);
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        children
      )}
    </Stack>
  );
}
