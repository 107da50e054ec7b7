import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link2Icon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { ShareReportDocument, UnshareReportDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { CopyField } from '../../../editing/copy-field.tsx';
import { Dialog } from '../../../shell/dialog.tsx';
import { Failed } from '../../../states/failed.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { useReportText } from './texts.ts';

/** Makes, shows and revokes the public link to a report. */
export function ShareButton({ campaign: { id, reportUrl } }: { campaign: ShownCampaign }) {
  const t = useReportText();
  const [opened, { open, close }] = useDisclosure();
  const [share, sharing] = useMutation(ShareReportDocument);
  const [unshare, revoking] = useMutation(UnshareReportDocument);
  const [error, setError] = useState<CombinedError>();
  return (
    <>
      <Button variant="default" size="xs" leftSection={<Link2Icon />} onClick={open}>
        {t(reportUrl ? 'shared' : 'shareReport')}
      </Button>
      <Dialog opened={opened} title={t('shareTitle')} onClose={close}>
        <Stack>
          <Text size="sm">{t('shareHint')}</Text>
          {reportUrl && <CopyField label={t('shareLink')} value={reportUrl} />}
          {error && <Failed error={error} />}
          <Group justify="flex-end">
            {reportUrl ? (
              <Button
                variant="default"
                loading={revoking}
                onClick={() => void unshare({ id }).then(({ error }) => setError(error))}
              >
                {t('revokeLink')}
              </Button>
            ) : (
              <Button loading={sharing} onClick={() => void share({ id }).then(({ error }) => setError(error))}>
                {t('createLink')}
              </Button>
            )}
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
