import { List, Text } from '@mantine/core';
import { SegmentUseDocument } from '../../../generated/dashboard/segments.ts';
import { useRead } from '../../client/use-read.ts';
import { refersTo } from '../../rules/draft.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useSegmentsText } from './texts.ts';

/** The campaigns that are sent to a segment, and the other segments of its list that refer to it. */
export function SegmentUse({ id, list }: { id: string; list: string }) {
  const t = useSegmentsText();
  const read = useRead(SegmentUseDocument, { id, list });
  return (
    <Panel title={t('usedBy')}>
      <Loaded of={read}>
        {({ segment, segments }) => {
          const campaigns = segment?.campaigns.nodes ?? [];
          const others = segments?.nodes.filter(({ conditions }) => refersTo(conditions, id)) ?? [];
          if (campaigns.length + others.length === 0) return <Text c="dimmed">{t('unused')}</Text>;
          return (
            <List>
              {campaigns.map((one) => (
                <List.Item key={one.id}>
                  <TextLink to="/campaigns/$campaign" params={{ campaign: one.id }}>
                    {t('usedInCampaign', { name: one.name })}
                  </TextLink>
                </List.Item>
              ))}
              {others.map((one) => (
                <List.Item key={one.id}>
                  <TextLink to="/segments/$id" params={{ id: one.id }}>
                    {t('usedInSegment', { name: one.name })}
                  </TextLink>
                </List.Item>
              ))}
            </List>
          );
        }}
      </Loaded>
    </Panel>
  );
}
