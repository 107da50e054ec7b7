import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CampaignSetupDocument } from '../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { useCampaignsText } from './texts.ts';

/** A campaign's recipients and template, with links. */
export function CampaignSetup({ id }: { id: string }) {
  const t = useCampaignsText();
  const campaign = useRead(CampaignSetupDocument, { id }).data?.campaign;
  if (!campaign) return null;
  const { list, segments, excludedSegments, template, templateName, seriesId: series } = campaign;
  const segmentLinks = (all: typeof segments) =>
    all.map((segment) => (
      <TextLink key={segment.id} to="/segments/$id" params={{ id: segment.id }} size="sm">
        {segment.name}
      </TextLink>
    ));
  return (
    <Group gap="lg" style={{ overflowWrap: 'anywhere' }}>
      {list && (
        <Part title={t('list')}>
          <TextLink to="/lists/$id" params={{ id: list.id }} size="sm">
            {list.name}
          </TextLink>
        </Part>
      )}
      {segments.length > 0 && <Part title={t('includedSegments')}>{segmentLinks(segments)}</Part>}
      {excludedSegments.length > 0 && <Part title={t('excludedSegments')}>{segmentLinks(excludedSegments)}</Part>}
      {template && (
        <Part title={t('template')}>
          <TextLink to="/templates/$id" params={{ id: template.id }} size="sm">
            {templateName}
          </TextLink>
        </Part>
      )}
      {series && (
        <TextLink to="/campaigns/$campaign" params={{ campaign: series }} size="sm">
          {t('viewSeries')}
        </TextLink>
      )}
    </Group>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Group gap={6}>
      <Text size="sm" c="dimmed">
        {title}:
      </Text>
      {children}
    </Group>
  );
}
