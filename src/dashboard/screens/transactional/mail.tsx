import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CancelOneMailDocument,
  MailChangedDocument,
  OneMailDocument,
  type OneMailQuery,
  ResendOneMailDocument,
} from '../../../generated/dashboard/transactional.ts';
import { useChange } from '../../client/use-change.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Failed } from '../../states/failed.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { Shown } from '../../states/shown.tsx';
import { MailContent } from './mail-content.tsx';
import { MailFacts } from './mail-facts.tsx';
import { useMailText } from './mail-texts.ts';
import { MailTimeline } from './mail-timeline.tsx';

export const Mail = createLazyRoute('/transactional/$id')({ component: MailScreen });

const route = getRouteApi('/transactional/$id');

export type OneMail = NonNullable<OneMailQuery['transactionalMail']>;

function MailScreen() {
  const say = useMailText();
  const { id } = route.useParams();
  const read = useRead(OneMailDocument, { id });
  useLive(MailChangedDocument, { ids: [id] }, read.again);
  return (
    <>
      <TextLink to="/transactional">{say('back')}</TextLink>
      <Shown of={read}>
        {({ transactionalMail: mail }) =>
          mail ? (
            <>
              <ScreenTitle>{mail.subject || say('noSubject')}</ScreenTitle>
              <Stack gap="xl">
                {mail.failureReason && (
                  <Alert color="red" variant="outline" title={say('failed')}>
                    {mail.failureReason}
                  </Alert>
                )}
                {mail.erasedAt && (
                  <Alert color="gray" variant="outline">
                    {say('erased')}
                  </Alert>
                )}
                <Actions mail={mail} onDone={read.again} />
                <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
                  <MailFacts mail={mail} />
                  <MailTimeline mail={mail} />
                </SimpleGrid>
                {!mail.erasedAt && <MailContent id={id} />}
              </Stack>
            </>
          ) : (
            <NotFound />
          )
        }
      </Shown>
    </>
  );
}

/** Its actions: send again, and cancel while it waits. */
function Actions({ mail, onDone }: { mail: OneMail; onDone: () => void }) {
  const say = useMailText();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [error, setError] = useState<CombinedError>();
  const [resend, resending] = useChange(ResendOneMailDocument);
  const [cancel, cancelling] = useChange(CancelOneMailDocument);
  if (!mayWrite || mail.erasedAt) return null;
  const sendAgain = async () => {
    const { data, error } = await resend({ id: mail.id });
    setError(error);
    if (data) void navigate({ to: '/transactional/$id', params: { id: data.resendTransactionalMail.id } });
  };
  const stop = async () => {
    const { error } = await cancel({ id: mail.id });
    setError(error);
    onDone();
  };
  return (
    <Stack>
      <Group>
        <Button onClick={() => void sendAgain()} loading={resending}>
          {say('resend')}
        </Button>
        {mail.status === 'PENDING' && (
          <Button variant="default" onClick={() => void stop()} loading={cancelling}>
            {say('cancel')}
          </Button>
        )}
      </Group>
      {error && <Failed error={error} />}
    </Stack>
  );
}
