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
import { Panel } from '../../../shell/panel.tsx';
import { Failed } from '../../../states/failed.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { CampaignSetup } from '../campaign-setup.tsx';
import { Confirm } from '../confirm.tsx';
import { SendingProgress } from '../sending-progress.tsx';
import { useCampaignsText } from '../texts.ts';
import { Resend } from './resend.tsx';
import { useReportText } from './texts.ts';

/** A campaign's progress and actions. */
export function CampaignStatus({ campaign }: { campaign: ShownCampaign }) {
  const t = useReportText();
  const name = useCampaignsText();
  const { moment } = useFormat();
  const mayWrite = useMayWrite();
  const { status, pauseReason, failureReason, messagesRemaining, startedAt, endedAt } = campaign;
  const since = endedAt ?? startedAt;
  return (
    <Panel title={t('status')}>
      <Stack gap="sm">
        <Text aria-live="polite">
          {t('endedAt', {
            status: name(status === 'SENT' && campaign.keptInOutbox ? 'kept' : status),
            when: since ? moment(since) : '',
          }).trim()}
        </Text>
        <CampaignSetup id={campaign.id} />
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
          status !== 'FAILED' && <SendingProgress campaign={campaign} />
        )}
        {mayWrite && (status === 'SENDING' || status === 'PAUSED') && <StatusActions campaign={campaign} />}
        {mayWrite && (status === 'SENT' || status === 'CANCELLED') && campaign.tracking && (
          <Resend campaign={campaign} />
        )}
      </Stack>
    </Panel>
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
