import { TextLink } from '../../shell/links.tsx';
import { useTodayText } from './texts.ts';

/** Links to the fix. */
export function ToCampaign({ id }: { id: string }) {
  const say = useTodayText();
  return (
    <TextLink underline="always" to="/campaigns/$campaign" params={{ campaign: id }}>
      {say('toCampaign')}
    </TextLink>
  );
}

export function ToAutomation({ id }: { id: string }) {
  const say = useTodayText();
  return (
    <TextLink underline="always" to="/automations/$automation" params={{ automation: id }}>
      {say('toAutomation')}
    </TextLink>
  );
}

export function ToImport({ id }: { id: string }) {
  const say = useTodayText();
  return (
    <TextLink underline="always" to="/lists/imports/$id" params={{ id }}>
      {say('toImport')}
    </TextLink>
  );
}

export function ToWebhook({ id }: { id: string }) {
  const say = useTodayText();
  return (
    <TextLink underline="always" to="/settings/webhooks/$id" params={{ id }}>
      {say('toWebhook')}
    </TextLink>
  );
}

export function ToDomain({ id }: { id: string }) {
  const say = useTodayText();
  return (
    <TextLink underline="always" to="/settings/domains/$id" params={{ id }}>
      {say('toRecords')}
    </TextLink>
  );
}
