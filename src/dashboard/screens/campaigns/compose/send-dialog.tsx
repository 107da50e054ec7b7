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
import { useChange } from '../../../client/use-change.ts';
import { useRead } from '../../../client/use-read.ts';
import { Failed } from '../../../states/failed.tsx';
import { Shown } from '../../../states/shown.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { Confirm } from '../confirm.tsx';
import { Issues } from './check.tsx';
import { useComposeText } from './texts.ts';

/** From this number of recipients on, it must be typed. */
const MANY = 100;

const route = getRouteApi('/campaigns/$campaign');

interface Props {
  campaign: ShownCampaign;
  way: 'now' | 'later' | 'inZones' | 'again';
  input: ScheduleCampaignInput | null;
  opened: boolean;
  onClose(): void;
  onDone(): void;
  /** Told what is wrong with the time. */
  onFaults(faults: Record<string, string>): void;
}

/** Checks once more, says how many people will get it, and sends, or schedules. */
export function SendDialog({ campaign: { id, name }, way, input, opened, onClose, onDone, onFaults }: Props) {
  const say = useComposeText();
  const navigate = route.useNavigate();
  const read = useRead(CheckOfDocument, { id }, { pause: !opened });
  const [send, sending] = useChange(SendNowDocument);
  const [schedule, scheduling] = useChange(ScheduleDocument);
  const [error, setError] = useState<CombinedError>();
  const confirm = async () => {
    const { error } = way === 'now' ? await send({ id }) : await schedule({ id, input });
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
    way === 'now'
      ? say('send', { people: say('persons', { count }) })
      : say(way === 'again' ? 'startSeries' : 'schedule');
  return (
    <Confirm
      opened={opened}
      title={say(way === 'now' ? 'sendTitle' : 'scheduleTitle', { name })}
      action={action}
      typed={way === 'now' && count >= MANY ? String(count) : undefined}
      busy={sending || scheduling || !check}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Shown of={read} lines={2}>
        {({ checkCampaign }) =>
          checkCampaign && (
            <>
              <Text fw={600}>{say('people', { count: checkCampaign.recipientsCount })}</Text>
              {way === 'now' && <Text size="sm">{say('cannotUndo')}</Text>}
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
      </Shown>
      {error && <Failed error={error} />}
    </Confirm>
  );
}
