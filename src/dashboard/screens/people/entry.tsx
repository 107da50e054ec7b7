import type { ReactNode } from 'react';
import type { ActivityQuery } from '../../../generated/dashboard/people.ts';
import { TextLink } from '../../shell/links.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { usePersonText } from './person-texts.ts';

type Of<Name> = Extract<ActivityQuery['person']['activity']['nodes'][number], { __typename: Name }>;

/** A timeline entry in words, with a link. */
export function Entry({ entry }: { entry: ActivityQuery['person']['activity']['nodes'][number] }): ReactNode {
  const say = usePersonText();
  switch (entry.__typename) {
    case 'Event':
      return <Happened event={entry} />;
    case 'TransactionalMail':
      return (
        <TextLink inherit underline="always" to="/transactional/$id" params={{ id: entry.id }}>
          {say('TransactionalMail', { subject: entry.subject })}
        </TextLink>
      );
    case 'CampaignMessage':
      return <Sent message={entry} />;
    case 'Touch':
      return <Reaction touch={entry} />;
    case 'Feedback':
      return [say(`feedback_${entry.feedback}`), entry.reason].filter(Boolean).join(': ');
    case 'SubscriberChange':
      return <Change change={entry} />;
  }
}

function Happened({ event: { name, email, value, currency } }: { event: Of<'Event'> }) {
  const say = usePersonText();
  const { money } = useFormat();
  return (
    <>
      <TextLink inherit underline="always" to="/events" search={{ email, name }}>
        {say('Event', { name })}
      </TextLink>
      {value != null && currency && `, ${money(value, currency)}`}
    </>
  );
}

function Sent({ message: { campaignName, campaignId, automationId } }: { message: Of<'CampaignMessage'> }) {
  const say = usePersonText();
  if (automationId)
    return (
      <TextLink inherit underline="always" to="/automations/$automation" params={{ automation: automationId }}>
        {say('AutomationMessage', { campaignName })}
      </TextLink>
    );
  const text = say('CampaignMessage', { campaignName });
  if (!campaignId) return text;
  return (
    <TextLink inherit underline="always" to="/campaigns/$campaign" params={{ campaign: campaignId }}>
      {text}
    </TextLink>
  );
}

function Reaction({ touch: { kind, campaign, transactionalMail } }: { touch: Of<'Touch'> }) {
  const say = usePersonText();
  if (campaign)
    return (
      <TextLink inherit underline="always" to="/campaigns/$campaign" params={{ campaign: campaign.id }}>
        {say(`${kind}_of`, { name: campaign.name })}
      </TextLink>
    );
  if (transactionalMail)
    return (
      <TextLink inherit underline="always" to="/transactional/$id" params={{ id: transactionalMail.id }}>
        {say(`${kind}_of`, { name: transactionalMail.subject })}
      </TextLink>
    );
  return say(kind);
}

function Change({ change: { type, tags, list, importId, provider } }: { change: Of<'SubscriberChange'> }) {
  const say = usePersonText();
  const what = say(type, { tags: tags.join(', ') });
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
      {provider && `, ${say(`at_${provider}`)}`}
      {importId && (
        <>
          {', '}
          <TextLink inherit underline="always" to="/lists/imports/$id" params={{ id: importId }}>
            {say('byImport')}
          </TextLink>
        </>
      )}
    </>
  );
}
