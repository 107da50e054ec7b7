import { Group, Text } from '@mantine/core';
import { MailServerDocument } from '../../generated/dashboard/session.ts';
import { useEveryMinute } from '../client/use-every-minute.ts';
import { useRead } from '../client/use-read.ts';
import { useMayWrite, useViewer } from '../session/viewer.tsx';
import { TextLink } from './links.tsx';
import classes from './shell.module.css';
import { useShellText } from './texts.ts';

/** Says on every screen that e-mails do not leave, while no mail server is connected. */
export function NoMailServer() {
  const { hasMailServer } = useViewer().team;
  return hasMailServer ? null : <Banner />;
}

function Banner() {
  const t = useShellText();
  const mayWrite = useMayWrite();
  // Somebody else may connect one, or restart the server with one.
  useEveryMinute(useRead(MailServerDocument, {}, { pause: true }).refetch);
  return (
    <Group component="aside" aria-label={t('mailServer')} className={classes.banner ?? ''} gap="md" mb="lg">
      <Text size="sm">{t('noMailServer')}</Text>
      <TextLink to="/outbox" size="sm" underline="always">
        {t('viewKept')}
      </TextLink>
      {mayWrite && (
        <TextLink to="/settings/transports" size="sm" underline="always">
          {t('connectMailServer')}
        </TextLink>
      )}
    </Group>
  );
}
