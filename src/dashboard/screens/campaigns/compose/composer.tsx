import { Button, Group, Stack, Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMayWrite } from '../../../session/viewer.tsx';
import { readChoice } from '../../../shell/read-search.ts';
import { Failed } from '../../../states/failed.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { Preview } from '../preview/preview.tsx';
import { STEPS, type Step } from '../search.ts';
import { AudienceCount } from './audience-count.tsx';
import { CheckStep } from './check-step.tsx';
import { ContentStep } from './content-step.tsx';
import { RecipientsStep } from './recipients-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { TestMail } from './test-mail.tsx';
import { useComposeText } from './texts.ts';
import { useDraft } from './use-draft.ts';

const route = getRouteApi('/campaigns/$campaign');

/** The steps of a draft: recipients, content, check, test e-mail, schedule. */
export function Composer({ campaign, refetch }: { campaign: ShownCampaign; refetch: () => void }) {
  const t = useComposeText();
  const mayWrite = useMayWrite();
  const { step = 'who' } = route.useSearch();
  const navigate = route.useNavigate();
  const draft = useDraft(campaign.id, () => {});
  const go = (to: Step) => void navigate({ search: (now) => ({ ...now, step: to }) });
  const next = STEPS[STEPS.indexOf(step) + 1];
  if (!mayWrite) {
    return (
      <Stack>
        <AudienceCount campaign={campaign} />
        <Preview campaign={campaign} />
      </Stack>
    );
  }
  return (
    <Tabs value={step} onChange={(value) => go(readChoice(value, STEPS) ?? 'who')} keepMounted={false}>
      <Tabs.List aria-label={t('steps')} mb="lg">
        {STEPS.map((one, index) => (
          <Tabs.Tab key={one} value={one}>
            {index + 1}. {t(one)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {draft.error && <Failed error={draft.error} refetch={refetch} />}
      <Tabs.Panel value="who">
        <RecipientsStep campaign={campaign} draft={draft} />
      </Tabs.Panel>
      <Tabs.Panel value="what">
        <ContentStep campaign={campaign} draft={draft} />
      </Tabs.Panel>
      <Tabs.Panel value="check">
        <CheckStep campaign={campaign} onGo={go} />
      </Tabs.Panel>
      <Tabs.Panel value="test">
        <TestMail campaign={campaign} />
      </Tabs.Panel>
      <Tabs.Panel value="when">
        <ScheduleStep campaign={campaign} draft={draft} refetch={refetch} />
      </Tabs.Panel>
      {next && (
        <Group mt="xl">
          <Button onClick={() => go(next)}>{t('next', { step: t(next) })}</Button>
        </Group>
      )}
    </Tabs>
  );
}
