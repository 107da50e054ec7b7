import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { RotateSecretDocument } from '../../../../generated/dashboard/webhooks.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { ShownOnce } from '../../../editing/shown-once.tsx';
import { Failed } from '../../../states/failed.tsx';
import { useWebhooksText } from './texts.ts';

/** Rotates a webhook's secret and shows it once. The old one works for another day, so no confirmation is needed. */
export function RotateSecret({ id }: { id: string }) {
  const t = useWebhooksText();
  const [rotate, busy] = useMutation(RotateSecretDocument);
  const [secret, setSecret] = useState<string>();
  const [error, setError] = useState<CombinedError>();
  const give = async () => {
    const { data, error } = await rotate({ id });
    setError(error);
    setSecret(data?.rotateWebhookSecret.secret);
  };
  return (
    <>
      <Button variant="default" loading={busy} onClick={() => void give()}>
        {t('rotate')}
      </Button>
      {error && <Failed error={error} />}
      <Modal
        opened={secret !== undefined}
        onClose={() => {}}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title={t('newSecret')}
        transitionProps={{ duration: 0 }}
      >
        {secret && <ShownOnce label={t('secret')} secret={secret} onCopied={() => setSecret(undefined)} />}
      </Modal>
    </>
  );
}
