import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CancelSendingDocument,
  PauseSendingDocument,
  ResumeSendingDocument,
} from '../../../../generated/dashboard/campaigns.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Failed } from '../../../states/failed.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { Confirm } from '../confirm.tsx';
import { SendingProgress } from '../sending-progress.tsx';
import { useReportText } from './texts.ts';
import { WaitingTest } from './waiting-test.tsx';

/** A campaign's progress, the reason if it stopped, and its actions. */
export function CampaignStatus({ campaign }: { campaign: ShownCampaign }) {
  const t = useReportText();
  const mayWrite = useMayWrite();
  const { status, pauseReason, failureReason, messagesRemaining } = campaign;
  return (
    <Stack gap="sm">
      {status === 'PAUSED' && pauseReason && (
        <Alert color="orange" variant="outline">
          {t('pausedBecause', { reason: pauseReason })}
        </Alert>
      )}
      {status === 'FAILED' && failureReason && (
        <Alert color="red" variant="outline">
          {t('failedBecause', { reason: failureReason })}
        </Alert>
      )}
      {status === 'DELETING' ? (
        <Text>{t('deletingProgress', { count: messagesRemaining ?? 0 })}</Text>
      ) : (
        status !== 'FAILED' && (
          <div>
            <SendingProgress campaign={campaign} />
          </div>
        )
      )}
      <WaitingTest campaign={campaign} />
      {mayWrite && (status === 'SENDING' || status === 'PAUSED') && <StatusActions campaign={campaign} />}
    </Stack>
  );
}

function StatusActions({ campaign: { id, name, status } }: { campaign: ShownCampaign }) {
  const t = useReportText();
  const [confirming, { open, close }] = useDisclosure();
  const [pause, pausing] = useMutation(PauseSendingDocument);
  const [resume, resuming] = useMutation(ResumeSendingDocument);
  const [cancel, cancelling] = useMutation(CancelSendingDocument);
  const [error, setError] = useState<CombinedError>();
  return (
    <>
      <Group>
        {status === 'SENDING' ? (
          <Button loading={pausing} onClick={() => void pause({ id }).then(({ error }) => setError(error))}>
            {t('pause')}
          </Button>
        ) : (
          <Button loading={resuming} onClick={() => void resume({ id }).then(({ error }) => setError(error))}>
            {t('resume')}
          </Button>
        )}
        <Button variant="default" onClick={open}>
          {t('cancel')}
        </Button>
      </Group>
      {error && <Failed error={error} />}
      <Confirm
        opened={confirming}
        title={t('cancelTitle', { name })}
        action={t('cancel')}
        busy={cancelling}
        onConfirm={() =>
          void cancel({ id }).then(({ error }) => {
            setError(error);
            close();
          })
        }
        onClose={close}
      >
        <Text>{t('cancelHint')}</Text>
      </Confirm>
    </>
  );
}
