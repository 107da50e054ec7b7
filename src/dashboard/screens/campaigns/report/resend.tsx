import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { CreateResendDocument, type ResendAudience } from '../../../../generated/dashboard/campaigns.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Failed } from '../../../states/failed.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { useReportText } from './texts.ts';

const WHO = { NOT_OPENED: 'resendToNonOpeners', NOT_CLICKED: 'resendToNonClickers' } as const;

/** Drafts the same campaign for those who did not react, and opens the draft. */
export function Resend({ campaign: { id } }: { campaign: ShownCampaign }) {
  const t = useReportText();
  const navigate = useNavigate();
  const [draft, busy] = useMutation(CreateResendDocument);
  const [counted, setCounted] = useState(false);
  const [error, setError] = useState<CombinedError>();
  const begin = async (who: ResendAudience) => {
    const machineOpens = who === 'NOT_OPENED' && counted ? 'COUNT' : null;
    const { data, error } = await draft({ id, who, machineOpens, subject: null });
    setError(error);
    if (data) void navigate({ to: '/campaigns/$campaign', params: { campaign: data.resendCampaign.campaign.id } });
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('sendAgain')}>
      <Group gap="xs">
        {(['NOT_OPENED', 'NOT_CLICKED'] as const).map((who) => (
          <Button key={who} variant="default" size="xs" loading={busy} onClick={() => void begin(who)}>
            {t(WHO[who])}
          </Button>
        ))}
      </Group>
      <Checkbox
        size="xs"
        label={t('countMachineOpens')}
        checked={counted}
        onChange={({ currentTarget: { checked } }) => setCounted(checked)}
      />
      {error && <Failed error={error} />}
    </Stack>
  );
}
