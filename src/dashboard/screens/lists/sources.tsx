import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ListInTableFragment, ListSourcesDocument } from '../../../generated/dashboard/lists.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Shown } from '../../states/shown.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useListText } from './list-texts.ts';

/** The forms, imports, automations and segments of a list. */
export function Sources({ list: { id } }: { list: ListInTableFragment }) {
  const say = useListText();
  const { ago } = useFormat();
  const mayWrite = useMayWrite();
  const read = useRead(ListSourcesDocument, { id });
  return (
    <Panel title={say('sources')}>
      <Shown of={read}>
        {({ list, forms, automations }) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            <Part title={say('forms')} none={say('noForms')}>
              {forms.nodes.map(({ id, name, signUpsCount }) => (
                <Text size="sm" key={id}>
                  <TextLink to="/settings/forms/$id" params={{ id }} underline="always">
                    {name}
                  </TextLink>{' '}
                  ({say('signUps', { count: signUpsCount })})
                </Text>
              ))}
            </Part>
            <Part title={say('imports')} none={say('noImports')}>
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
                  {say('import')}
                </ButtonLink>
              )}
            </Part>
            <Part title={say('automations')} none={say('noAutomations')}>
              {automations.nodes.map(({ id, name }) => (
                <Text size="sm" key={id}>
                  <TextLink to="/automations/$automation" params={{ automation: id }} underline="always">
                    {name}
                  </TextLink>
                </Text>
              ))}
            </Part>
            <Part title={say('segments')} none={say('noSegments')}>
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
      </Shown>
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
