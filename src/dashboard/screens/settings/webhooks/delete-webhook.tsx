import { Button } from '@mantine/core';
import { useState } from 'react';
import { DeleteWebhookDocument, type WebhookRowFragment } from '../../../../generated/dashboard/webhooks.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { ConfirmByName } from '../../../editing/confirm-by-name.tsx';
import { useEditingText } from '../../../editing/texts.ts';
import { useWebhooksText } from './texts.ts';

/** Deletes a webhook with its waiting deliveries and its secret. */
export function DeleteWebhook({
  webhook: { id, url },
  onDeleted,
}: {
  webhook: WebhookRowFragment;
  onDeleted: () => void;
}) {
  const t = useWebhooksText();
  const edit = useEditingText();
  const [confirming, setConfirming] = useState(false);
  const [remove] = useMutation(DeleteWebhookDocument);
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {edit('delete')}
      </Button>
      <ConfirmByName
        title={t('deleteTitle')}
        warning={t('deleteWarning')}
        name={confirming ? url : undefined}
        action={edit('delete')}
        onConfirm={async () => {
          const done = await remove({ id });
          if (!done.error) onDeleted();
          return done;
        }}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
