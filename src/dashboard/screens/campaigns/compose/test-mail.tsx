import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import {
  SendTestDocument,
  type TestMailFragment,
  TestMovedDocument,
} from '../../../../generated/dashboard/campaigns.ts';
import { fieldErrors } from '../../../client/field-errors.ts';
import { useChange } from '../../../client/use-change.ts';
import { useLive } from '../../../client/use-live.ts';
import { useViewer } from '../../../session/viewer.tsx';
import { Failed } from '../../../states/failed.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { useShownPerson } from '../preview/use-shown-person.ts';
import { useComposeText } from './texts.ts';

const route = getRouteApi('/campaigns/$campaign');

/** Sends the campaign as a test e-mail, personalised for the person in the preview. */
export function TestMail({ campaign: { id } }: { campaign: ShownCampaign }) {
  const say = useComposeText();
  const { member } = useViewer();
  const { variant } = route.useSearch();
  const { person } = useShownPerson(id);
  const [send, busy] = useChange(SendTestDocument);
  const [error, setError] = useState<CombinedError>();
  const [mails, setMails] = useState<TestMailFragment[]>([]);
  const errors = fieldErrors(error);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = String(new FormData(event.currentTarget).get('to'))
      .split(/[\s,;]+/)
      .filter(Boolean);
    const input = { to, asId: person?.id ?? null, variant: variant ? Number(variant) : null };
    const { data, error } = await send({ id, input });
    setError(error);
    setMails(data?.testCampaign ?? []);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack maw="36rem">
        <TextInput
          label={say('to')}
          description={say('toHint')}
          name="to"
          type="text"
          defaultValue={member.email}
          error={Object.values(errors)[0]}
        />
        <Text size="sm" c="dimmed">
          {say('testAs', { who: person?.email ?? say('example') })}
        </Text>
        {error && Object.keys(errors).length === 0 && <Failed error={error} />}
        <Button type="submit" variant="default" loading={busy}>
          {say('sendTest')}
        </Button>
        {mails.length > 0 && <Sent mails={mails} onMoved={(moved) => setMails((all) => moveOne(all, moved))} />}
      </Stack>
    </form>
  );
}

const moveOne = (all: TestMailFragment[], moved: TestMailFragment) =>
  all.map((one) => (one.id === moved.id ? moved : one));

function Sent({ mails, onMoved }: { mails: TestMailFragment[]; onMoved: (mail: TestMailFragment) => void }) {
  const say = useComposeText();
  useLive(TestMovedDocument, { ids: mails.map(({ id }) => id) }, ({ transactionalMailStatusChanged }) =>
    onMoved(transactionalMailStatusChanged),
  );
  return (
    <List aria-live="polite">
      {mails.map(({ id, to, status, failureReason }) => (
        <List.Item key={id}>{[to.join(', '), say(status), failureReason].filter(Boolean).join(' · ')}</List.Item>
      ))}
    </List>
  );
}
