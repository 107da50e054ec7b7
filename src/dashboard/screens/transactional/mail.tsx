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
import { useLive } from '../../client/use-live.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Failed } from '../../states/failed.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { MailContent } from './mail-content.tsx';
import { MailDetails } from './mail-details.tsx';
import { useMailText } from './mail-texts.ts';
import { MailTimeline } from './mail-timeline.tsx';

export const Mail = createLazyRoute('/transactional/$id')({ component: MailScreen });

const route = getRouteApi('/transactional/$id');

export type OneMail = NonNullable<OneMailQuery['transactionalMail']>;

function MailScreen() {
  const t = useMailText();
  const { id } = route.useParams();
  const read = useRead(OneMailDocument, { id });
  useLive(MailChangedDocument, { ids: [id] }, read.refetch);
  return (
    <>
      <TextLink to="/transactional">{t('back')}</TextLink>
      <Loaded of={read}>
        {({ transactionalMail: mail }) =>
          mail ? (
            <>
              <ScreenTitle>{mail.subject || t('noSubject')}</ScreenTitle>
              <Stack gap="xl">
                {mail.failureReason && (
                  <Alert color="red" variant="outline" title={t('failed')}>
                    {mail.failureReason}
                  </Alert>
                )}
                {mail.erasedAt && (
                  <Alert color="gray" variant="outline">
                    {t('erased')}
                  </Alert>
                )}
                <Actions mail={mail} onDone={read.refetch} />
                <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
                  <MailDetails mail={mail} />
                  <MailTimeline mail={mail} />
                </SimpleGrid>
                {!mail.erasedAt && <MailContent id={id} />}
              </Stack>
            </>
          ) : (
            <NotFound />
          )
        }
      </Loaded>
    </>
  );
}

/** Its actions: send again, and cancel while it waits. */
function Actions({ mail, onDone }: { mail: OneMail; onDone: () => void }) {
  const t = useMailText();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [error, setError] = useState<CombinedError>();
  const [resend, resending] = useMutation(ResendOneMailDocument);
  const [cancel, cancelling] = useMutation(CancelOneMailDocument);
  if (!mayWrite || mail.erasedAt) return null;
  const sendAgain = async () => {
    const { data, error } = await resend({ id: mail.id });
    setError(error);
    if (data)
      void navigate({ to: '/transactional/$id', params: { id: data.resendTransactionalMail.transactionalMail.id } });
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
          {t('sendAgain')}
        </Button>
        {mail.status === 'PENDING' && (
          <Button variant="default" onClick={() => void stop()} loading={cancelling}>
            {t('cancel')}
          </Button>
        )}
      </Group>
      {error && <Failed error={error} />}
    </Stack>
  );
}
