import type { ReactNode } from 'react';
import type { ActivityQuery } from '../../../generated/dashboard/people.ts';
import { TextLink } from '../../shell/links.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { usePersonText } from './person-texts.ts';

type Of<Name> = Extract<ActivityQuery['person']['activity']['nodes'][number], { __typename: Name }>;

/** A timeline entry in words, with a link. */
export function TimelineEntry({ entry }: { entry: ActivityQuery['person']['activity']['nodes'][number] }): ReactNode {
  const t = usePersonText();
  switch (entry.__typename) {
    case 'Event':
      return <Happened event={entry} />;
    case 'TransactionalMail':
      return (
        <TextLink inherit underline="always" to="/transactional/$id" params={{ id: entry.id }}>
          {t('TransactionalMail', { subject: entry.subject })}
        </TextLink>
      );
    case 'CampaignMessage':
      return <Sent message={entry} />;
    case 'Engagement':
      return <Reaction engagement={entry} />;
    case 'Feedback':
      return [t(`feedback_${entry.feedbackKind}`), entry.reason].filter(Boolean).join(': ');
    case 'SubscriberChange':
      return <Change change={entry} />;
  }
}

function Happened({ event: { name, email, value, currency } }: { event: Of<'Event'> }) {
  const t = usePersonText();
  const { money } = useFormat();
  return (
    <>
      <TextLink inherit underline="always" to="/events" search={{ email, name }}>
        {t('Event', { name })}
      </TextLink>
      {value != null && currency && `, ${money(value, currency)}`}
    </>
  );
}

function Sent({ message: { campaignName, campaignId, automationId } }: { message: Of<'CampaignMessage'> }) {
  const t = usePersonText();
  if (automationId)
    return (
      <TextLink inherit underline="always" to="/automations/$automation" params={{ automation: automationId }}>
        {t('AutomationMessage', { campaignName })}
      </TextLink>
    );
  const text = t('CampaignMessage', { campaignName });
  if (!campaignId) return text;
  return (
    <TextLink inherit underline="always" to="/campaigns/$campaign" params={{ campaign: campaignId }}>
      {text}
    </TextLink>
  );
}

function Reaction({ engagement: { engagementKind, campaign, transactionalMail } }: { engagement: Of<'Engagement'> }) {
  const t = usePersonText();
  if (campaign)
    return (
      <TextLink inherit underline="always" to="/campaigns/$campaign" params={{ campaign: campaign.id }}>
        {t(`${engagementKind}_of`, { name: campaign.name })}
      </TextLink>
    );
  if (transactionalMail)
    return (
      <TextLink inherit underline="always" to="/transactional/$id" params={{ id: transactionalMail.id }}>
        {t(`${engagementKind}_of`, { name: transactionalMail.subject })}
      </TextLink>
    );
  return t(engagementKind);
}

function Change({ change: { type, tags, list, importId, provider } }: { change: Of<'SubscriberChange'> }) {
  const t = usePersonText();
  const what = t(type, { tags: tags.join(', ') });
  return (
    <>
      {what}
      {list && (
        <>
          {' ('}
          <TextLink inherit underline="always" to="/lists/$id" params={{ id: list.id }}>
            {list.name}
          </TextLink>
          {')'}
        </>
      )}
      {provider && `, ${t(`at_${provider}`)}`}
      {importId && (
        <>
          {', '}
          <TextLink inherit underline="always" to="/lists/imports/$id" params={{ id: importId }}>
            {t('byImport')}
          </TextLink>
        </>
      )}
    </>
  );
}
