import { Button, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { SendTestMailDocument } from '../../../../generated/dashboard/campaigns.ts';
import { fieldErrors } from '../../../client/field-errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { TestOutcomes } from '../../../mail/test-outcomes.tsx';
import { useViewer } from '../../../session/viewer.tsx';
import { Failed } from '../../../states/failed.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { usePreviewPerson } from '../preview/use-preview-person.ts';
import { useComposeText } from './texts.ts';

const route = getRouteApi('/campaigns/$campaign');

/** Sends the campaign as a test e-mail, personalised for the person in the preview. */
export function TestMail({ campaign: { id } }: { campaign: ShownCampaign }) {
  const t = useComposeText();
  const { member } = useViewer();
  const { variant } = route.useSearch();
  const { person } = usePreviewPerson(id);
  const [send, busy] = useMutation(SendTestMailDocument);
  const [error, setError] = useState<CombinedError>();
  const [sent, setSent] = useState<string[]>([]);
  const errors = fieldErrors(error);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = String(new FormData(event.currentTarget).get('to'))
      .split(/[\s,;]+/)
      .filter(Boolean);
    const input = { id, to, asSubscriberId: person?.id ?? null, variant: variant ? Number(variant) : null };
    const { data, error } = await send({ input });
    setError(error);
    setSent(data?.testCampaign.transactionalMails.map(({ id }) => id) ?? []);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack maw="36rem">
        <TextInput
          label={t('testMailTo')}
          description={t('testMailToHint')}
          name="to"
          type="text"
          defaultValue={member.email}
          error={Object.values(errors)[0]}
        />
        <Text size="sm" c="dimmed">
          {t('personalisedFor', { who: person?.email ?? t('examplePerson') })}
        </Text>
        {error && Object.keys(errors).length === 0 && <Failed error={error} />}
        <Button type="submit" variant="default" loading={busy}>
          {t('sendTestMail')}
        </Button>
        <TestOutcomes ids={sent} />
      </Stack>
    </form>
  );
}
