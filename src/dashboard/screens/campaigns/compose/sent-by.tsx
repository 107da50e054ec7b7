import { Text } from '@mantine/core';
import type { CheckOfQuery } from '../../../../generated/dashboard/campaigns.ts';
import { useViewer } from '../../../session/viewer.tsx';
import { Kept } from './kept.tsx';
import { useComposeText } from './texts.ts';

/** Names the mail server of a campaign in its confirmation, or says that the e-mails are kept. */
export function SentBy({ of: { campaign, transports } }: { of: Pick<CheckOfQuery, 'campaign' | 'transports'> }) {
  const t = useComposeText();
  const { hasMailServer } = useViewer().team;
  const transport = campaign?.list?.transport ?? transports.nodes.find(({ isDefault }) => isDefault);
  if (transport) return <Text size="sm">{t('sentBy', { name: transport.name, host: transport.host })}</Text>;
  return hasMailServer ? <Text size="sm">{t('sentByServer')}</Text> : <Kept of={campaign} />;
}
