import { TextLink } from '../../shell/links.tsx';
import { useTodayText } from './texts.ts';

/** Links to the fix. */
export function ToCampaign({ id }: { id: string }) {
  const t = useTodayText();
  return (
    <TextLink underline="always" to="/campaigns/$campaign" params={{ campaign: id }}>
      {t('openCampaign')}
    </TextLink>
  );
}

export function ToAutomation({ id }: { id: string }) {
  const t = useTodayText();
  return (
    <TextLink underline="always" to="/automations/$automation" params={{ automation: id }}>
      {t('openAutomation')}
    </TextLink>
  );
}

export function ToImport({ id }: { id: string }) {
  const t = useTodayText();
  return (
    <TextLink underline="always" to="/lists/imports/$id" params={{ id }}>
      {t('viewRows')}
    </TextLink>
  );
}

export function ToWebhook({ id }: { id: string }) {
  const t = useTodayText();
  return (
    <TextLink underline="always" to="/settings/webhooks/$id" params={{ id }}>
      {t('viewDeliveries')}
    </TextLink>
  );
}

export function ToDomain({ id }: { id: string }) {
  const t = useTodayText();
  return (
    <TextLink underline="always" to="/settings/domains/$id" params={{ id }}>
      {t('viewRecords')}
    </TextLink>
  );
}
