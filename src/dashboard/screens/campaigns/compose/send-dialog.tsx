import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CheckOfDocument,
  type ScheduleCampaignInput,
  ScheduleDocument,
  SendNowDocument,
} from '../../../../generated/dashboard/campaigns.ts';
import { fieldErrors } from '../../../client/field-errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { Failed } from '../../../states/failed.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { Confirm } from '../confirm.tsx';
import { Issues } from './check-step.tsx';
import { SendingPlan } from './sending-plan.tsx';
import { SentBy } from './sent-by.tsx';
import { useComposeText } from './texts.ts';

/** From this number of recipients on, it must be typed. */
const MANY = 100;

const route = getRouteApi('/campaigns/$campaign');

interface Props {
  campaign: ShownCampaign;
  mode: 'now' | 'later' | 'inTimeZones' | 'repeat';
  input: Omit<ScheduleCampaignInput, 'id'> | null;
  opened: boolean;
  onClose(): void;
  onDone(): void;
  /** Called with the errors of the time. */
  onFaults(faults: Record<string, string>): void;
}

/** Checks again, shows the number of recipients, and sends or schedules. */
export function SendDialog({ campaign, mode, input, opened, onClose, onDone, onFaults }: Props) {
  const { id, name } = campaign;
  const t = useComposeText();
  const navigate = route.useNavigate();
  const read = useRead(CheckOfDocument, { id }, { pause: !opened });
  const [send, sending] = useMutation(SendNowDocument);
  const [schedule, scheduling] = useMutation(ScheduleDocument);
  const [error, setError] = useState<CombinedError>();
  const confirm = async () => {
    const { error } = mode === 'now' ? await send({ id }) : await schedule({ input: { id, ...input } });
    setError(error);
    const faults = fieldErrors(error);
    onFaults(faults);
    if (faults.at) onClose();
    if (!error) {
      onClose();
      await navigate({ search: {} });
      onDone();
    }
  };
  const check = read.data?.checkCampaign;
  const count = check?.recipientsCount ?? 0;
  const action =
    mode === 'now'
      ? t('sendTo', { people: t('people', { count }) })
      : t(mode === 'repeat' ? 'startSeries' : 'schedule');
  return (
    <Confirm
      opened={opened}
      title={t(mode === 'now' ? 'sendTitle' : 'scheduleTitle', { name })}
      action={action}
      typed={mode === 'now' && count >= MANY ? String(count) : undefined}
      busy={sending || scheduling || !check}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Loaded of={read} lines={2}>
        {({ checkCampaign, ...checked }) =>
          checkCampaign && (
            <>
              <Text fw={600}>{t('recipientsNow', { count: checkCampaign.recipientsCount })}</Text>
              <SendingPlan campaign={campaign} input={input} />
              <SentBy of={checked} />
              {mode === 'now' && <Text size="sm">{t('cannotUndo')}</Text>}
              <Issues
                issues={[...checkCampaign.problems, ...checkCampaign.warnings]}
                onGo={(step) => {
                  onClose();
                  void navigate({ search: (now) => ({ ...now, step }) });
                }}
              />
            </>
          )
        }
      </Loaded>
      {error && <Failed error={error} />}
    </Confirm>
  );
}
