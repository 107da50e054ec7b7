import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { CancelSendingDocument, UnscheduleDocument } from '../../../generated/dashboard/campaigns.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Failed } from '../../states/failed.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { ShownCampaign } from './campaign.tsx';
import { CampaignSetup } from './campaign-setup.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { AudienceCount } from './compose/audience-count.tsx';
import { keepSchedule } from './compose/last-schedule.ts';
import { NextDates } from './compose/recurrence/next-dates.tsx';
import { useComposeText } from './compose/texts.ts';
import { Preview } from './preview/preview.tsx';

/** A campaign that waits for its time, or a series between two occurrences. */
export function Scheduled({ campaign }: { campaign: ShownCampaign }) {
  const t = useComposeText();
  const { moment } = useFormat();
  const mayWrite = useMayWrite();
  const [back, backing] = useMutation(UnscheduleDocument);
  const [cancel, cancelling] = useMutation(CancelSendingDocument);
  const [error, setError] = useState<CombinedError>();
  const { id, scheduledAt, schedule, recurrence, feedError, feedNewCount, feedCheckedAt, feedFoundUrl } = campaign;
  const toDraft = () => {
    keepSchedule(id, schedule);
    void back({ id }).then(({ error }) => setError(error));
  };
  const isOfRecipients = schedule?.timezone === 'recipient';
  return (
    <Stack gap="xl">
      <Panel title={recurrence ? t('nextMail') : t('scheduled')}>
        <Stack>
          <Text fw={500}>{scheduledAt && moment(scheduledAt)}</Text>
          {isOfRecipients && <Text>{t('inRecipientsTimeZones', { at: schedule.at })}</Text>}
          {recurrence && <NextDates recurrence={recurrence} />}
          {feedError && (
            <Alert color="orange" variant="outline">
              {t('feedFailed', { reason: feedError })}
            </Alert>
          )}
          {feedCheckedAt && !feedError && (
            <Text>{t('feedChecked', { when: moment(feedCheckedAt), count: feedNewCount ?? 0 })}</Text>
          )}
          {feedFoundUrl && <Text>{t('feedFound', { url: feedFoundUrl })}</Text>}
          <CampaignSetup campaign={campaign} />
          <AudienceCount campaign={campaign} />
          {mayWrite && (
            <Group>
              <Button loading={backing} onClick={toDraft}>
                {recurrence ? t('stopSeries') : t('unschedule')}
              </Button>
              <Button
                variant="default"
                loading={cancelling}
                onClick={() => void cancel({ id }).then(({ error }) => setError(error))}
              >
                {t('cancel')}
              </Button>
            </Group>
          )}
          {error && <Failed error={error} />}
        </Stack>
      </Panel>
      {recurrence && <Occurrences series={id} />}
      <Preview campaign={campaign} />
    </Stack>
  );
}

/** The e-mails of a series so far. */
export function Occurrences({ series }: { series: string }) {
  const t = useComposeText();
  const navigate = useNavigate({ from: '/campaigns/$campaign' });
  return (
    <Panel title={t('sentMails')}>
      <CampaignTable
        search={{}}
        series={series}
        onPageChange={(page) => void navigate({ search: (now) => ({ ...now, ...page }) })}
      />
    </Panel>
  );
}
