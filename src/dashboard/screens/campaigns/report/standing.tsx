import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CancelSendingDocument,
  PauseSendingDocument,
  ResumeSendingDocument,
} from '../../../../generated/dashboard/campaigns.ts';
import { useChange } from '../../../client/use-change.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Failed } from '../../../states/failed.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { Confirm } from '../confirm.tsx';
import { MadeOf } from '../made-of.tsx';
import { Moving } from '../moving.tsx';
import { useCampaignsText } from '../texts.ts';
import { SendAgain } from './send-again.tsx';
import { useReportText } from './texts.ts';

/** A campaign's progress and actions. */
export function Standing({ campaign }: { campaign: ShownCampaign }) {
  const say = useReportText();
  const name = useCampaignsText();
  const { moment } = useFormat();
  const mayWrite = useMayWrite();
  const { status, pauseReason, failureReason, messagesRemaining, startedAt, endedAt } = campaign;
  const since = endedAt ?? startedAt;
  return (
    <Panel title={say('progress')}>
      <Stack gap="sm">
        <Text aria-live="polite">
          {say('ended', { status: name(status), when: since ? moment(since) : '' }).trim()}
        </Text>
        <MadeOf id={campaign.id} />
        {status === 'PAUSED' && pauseReason && (
          <Alert color="orange" variant="outline">
            {say('pausedBecause', { reason: pauseReason })}
          </Alert>
        )}
        {status === 'FAILED' && failureReason && (
          <Alert color="red" variant="outline">
            {say('failedBecause', { reason: failureReason })}
          </Alert>
        )}
        {status === 'DELETING' ? (
          <Text>{say('deleting', { count: messagesRemaining ?? 0 })}</Text>
        ) : (
          status !== 'FAILED' && <Moving campaign={campaign} />
        )}
        {mayWrite && (status === 'SENDING' || status === 'PAUSED') && <Stopping campaign={campaign} />}
        {mayWrite && (status === 'SENT' || status === 'CANCELLED') && campaign.tracking && (
          <SendAgain campaign={campaign} />
        )}
      </Stack>
    </Panel>
  );
}

function Stopping({ campaign: { id, name, status } }: { campaign: ShownCampaign }) {
  const say = useReportText();
  const [asking, { open, close }] = useDisclosure();
  const [pause, pausing] = useChange(PauseSendingDocument);
  const [resume, resuming] = useChange(ResumeSendingDocument);
  const [cancel, cancelling] = useChange(CancelSendingDocument);
  const [error, setError] = useState<CombinedError>();
  return (
    <>
      <Group>
        {status === 'SENDING' ? (
          <Button loading={pausing} onClick={() => void pause({ id }).then(({ error }) => setError(error))}>
            {say('pause')}
          </Button>
        ) : (
          <Button loading={resuming} onClick={() => void resume({ id }).then(({ error }) => setError(error))}>
            {say('resume')}
          </Button>
        )}
        <Button variant="default" onClick={open}>
          {say('cancel')}
        </Button>
      </Group>
      {error && <Failed error={error} />}
      <Confirm
        opened={asking}
        title={say('cancelTitle', { name })}
        action={say('cancel')}
        busy={cancelling}
        onConfirm={() =>
          void cancel({ id }).then(({ error }) => {
            setError(error);
            close();
          })
        }
        onClose={close}
      >
        <Text>{say('cancelMore')}</Text>
      </Confirm>
    </>
  );
}
