import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { CampaignSetupDocument, type CampaignSetupQuery } from '../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { ShownCampaign } from './campaign.tsx';
import classes from './campaign-setup.module.css';
import { useCampaignsText } from './texts.ts';

type Setup = NonNullable<CampaignSetupQuery['campaign']>;

/** A campaign's sender, time, recipients and template, with links. */
export function CampaignSetup({ campaign }: { campaign: ShownCampaign }) {
  const t = useCampaignsText();
  const setup = useRead(CampaignSetupDocument, { id: campaign.id }).data?.campaign;
  if (!setup) return null;
  const { list, segments, excludedSegments, template, templateName, seriesId: series } = setup;
  return (
    <dl className={classes.facts}>
      <Fact name={t('from')}>{senderOf(campaign, setup) ?? t('teamSender')}</Fact>
      <SentAt campaign={campaign} />
      {list && (
        <Fact name={t('list')}>
          <TextLink to="/lists/$id" params={{ id: list.id }} size="sm">
            {list.name}
          </TextLink>
        </Fact>
      )}
      <Segments name={t('includedSegments')} segments={segments} />
      <Segments name={t('excludedSegments')} segments={excludedSegments} />
      {template && (
        <Fact name={t('template')}>
          <TextLink to="/templates/$id" params={{ id: template.id }} size="sm">
            {templateName}
          </TextLink>
        </Fact>
      )}
      {series && (
        <Fact name={t('series')}>
          <TextLink to="/campaigns/$campaign" params={{ campaign: series }} size="sm">
            {t('viewSeries')}
          </TextLink>
        </Fact>
      )}
    </dl>
  );
}

/** The campaign's own sender before the list's. Undefined if both leave it to the team. */
function senderOf({ fromName, fromEmail }: ShownCampaign, { list }: Setup): string | undefined {
  const name = fromName ?? list?.fromName;
  const email = fromEmail ?? list?.fromEmail;
  return name && email ? `${name} <${email}>` : (name ?? email ?? undefined);
}

/** The status and when it began and ended, once sending has begun. */
function SentAt({ campaign: { status, keptInOutbox, startedAt, endedAt } }: { campaign: ShownCampaign }) {
  const t = useCampaignsText();
  const { moment, period } = useFormat();
  const since = startedAt ?? endedAt;
  if (!since) return null;
  return (
    <Fact name={t(status === 'SENT' && keptInOutbox ? 'kept' : status)} isLive>
      {endedAt ? period(since, endedAt) : moment(since)}
    </Fact>
  );
}

function Segments({ name, segments }: { name: string; segments: Setup['segments'] }) {
  if (segments.length === 0) return null;
  return (
    <Fact name={name}>
      <Group gap="xs">
        {segments.map(({ id, name }) => (
          <TextLink key={id} to="/segments/$id" params={{ id }} size="sm">
            {name}
          </TextLink>
        ))}
      </Group>
    </Fact>
  );
}

function Fact({ name, children, isLive = false }: { name: string; children: ReactNode; isLive?: boolean }) {
  return (
    <>
      <dt aria-live={isLive ? 'polite' : 'off'}>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
