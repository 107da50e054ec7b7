import { Button, Group, Stack, Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMayWrite } from '../../../session/viewer.tsx';
import { readChoice } from '../../../shell/read-search.ts';
import { Failed } from '../../../states/failed.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { Preview } from '../preview/preview.tsx';
import { STEPS, type Step } from '../search.ts';
import { AudienceCount } from './audience-count.tsx';
import { Check } from './check.tsx';
import { TestMail } from './test-mail.tsx';
import { useComposeText } from './texts.ts';
import { useDraft } from './use-draft.ts';
import { What } from './what.tsx';
import { When } from './when.tsx';
import { Who } from './who.tsx';

const route = getRouteApi('/campaigns/$campaign');

/** The steps of a draft: recipients, content, check, test e-mail, schedule. */
export function Composer({ campaign, again }: { campaign: ShownCampaign; again: () => void }) {
  const say = useComposeText();
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
      <Tabs.List aria-label={say('steps')} mb="lg">
        {STEPS.map((one, index) => (
          <Tabs.Tab key={one} value={one}>
            {index + 1}. {say(one)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {draft.error && <Failed error={draft.error} again={again} />}
      <Tabs.Panel value="who">
        <Who campaign={campaign} draft={draft} />
      </Tabs.Panel>
      <Tabs.Panel value="what">
        <What campaign={campaign} draft={draft} />
      </Tabs.Panel>
      <Tabs.Panel value="check">
        <Check campaign={campaign} onGo={go} />
      </Tabs.Panel>
      <Tabs.Panel value="test">
        <TestMail campaign={campaign} />
      </Tabs.Panel>
      <Tabs.Panel value="when">
        <When campaign={campaign} draft={draft} again={again} />
      </Tabs.Panel>
      {next && (
        <Group mt="xl">
          <Button onClick={() => go(next)}>{say('next', { step: say(next) })}</Button>
        </Group>
      )}
    </Tabs>
  );
}
