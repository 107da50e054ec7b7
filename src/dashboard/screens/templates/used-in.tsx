import { List, Text } from '@mantine/core';
import { TemplateUsedDocument } from '../../../generated/dashboard/templates.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useEditorText } from './editor-texts.ts';
import type { Uses } from './use-delete.ts';

const SHOWN = 20;

/** The campaigns and automations that are made with a template. */
export function UsedIn({ id }: { id: string }) {
  const t = useEditorText();
  const read = useRead(TemplateUsedDocument, { id });
  return (
    <Panel title={t('usedIn')}>
      <Loaded of={read}>
        {({ template }) => {
          const { uses, total } = template?.uses ?? { uses: [], total: 0 };
          if (total === 0)
            return (
              <Text size="sm" c="dimmed">
                {t('unused')}
              </Text>
            );
          return (
            <List size="sm" spacing={4}>
              {uses.slice(0, SHOWN).map((use) => (
                <List.Item key={use.objectId}>
                  {t(use.kind)}: <UseLink use={use} />
                </List.Item>
              ))}
              {total > SHOWN && <List.Item>{t('usedMore', { count: total - SHOWN })}</List.Item>}
            </List>
          );
        }}
      </Loaded>
    </Panel>
  );
}

type Use = Uses['uses'][number];

function UseLink({ use: { kind, objectId, name } }: { use: Use }) {
  return kind === 'CAMPAIGN' ? (
    <TextLink to="/campaigns/$campaign" params={{ campaign: objectId }} underline="always">
      {name}
    </TextLink>
  ) : (
    <TextLink to="/automations/$automation" params={{ automation: objectId }} underline="always">
      {name}
    </TextLink>
  );
}
