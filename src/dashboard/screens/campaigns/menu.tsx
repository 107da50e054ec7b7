import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type CampaignRowFragment,
  DeleteCampaignDocument,
  DuplicateCampaignDocument,
} from '../../../generated/dashboard/campaigns.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { Failed } from '../../states/failed.tsx';
import { Confirm } from './confirm.tsx';
import { useCampaignsText } from './texts.ts';

/** The actions on a campaign of any status. */
export function CampaignMenu({ campaign: { id, name, status } }: { campaign: CampaignRowFragment }) {
  const t = useCampaignsText();
  const navigate = useNavigate();
  const [confirming, { open, close }] = useDisclosure();
  const [copy, copying] = useMutation(DuplicateCampaignDocument);
  const [remove, removing] = useMutation(DeleteCampaignDocument);
  const [error, setError] = useState<CombinedError>();
  const duplicate = async () => {
    const { data, error } = await copy({ id });
    setError(error);
    if (data) void navigate({ to: '/campaigns/$campaign', params: { campaign: data.duplicateCampaign.campaign.id } });
  };
  const destroy = async () => {
    const { error } = await remove({ id });
    setError(error);
    close();
    if (!error) void navigate({ to: '/campaigns' });
  };
  return (
    <Group gap="xs">
      {error && <Failed error={error} />}
      <Button variant="default" size="xs" loading={copying} onClick={() => void duplicate()}>
        {t('duplicate')}
      </Button>
      {status !== 'SENDING' && status !== 'DELETING' && (
        <Button variant="default" size="xs" onClick={open}>
          {t('delete')}
        </Button>
      )}
      <Confirm
        opened={confirming}
        title={t('deleteTitle', { name })}
        action={t('delete')}
        typed={status === 'DRAFT' ? undefined : name}
        busy={removing}
        onConfirm={() => void destroy()}
        onClose={close}
      >
        {status !== 'DRAFT' && <Text>{t('deleteHint')}</Text>}
      </Confirm>
    </Group>
  );
}
