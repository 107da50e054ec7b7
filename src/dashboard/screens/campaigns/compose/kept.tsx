import { Text } from '@mantine/core';
import type { CheckOfQuery } from '../../../../generated/dashboard/campaigns.ts';
import { useViewer } from '../../../session/viewer.tsx';
import { useComposeText } from './texts.ts';

/** Says that the campaign's e-mails would not leave, if neither its list nor the team has a mail server. */
export function Kept({ of }: { of: CheckOfQuery['campaign'] }) {
  const t = useComposeText();
  const { hasMailServer } = useViewer().team;
  return hasMailServer || of?.list?.transportId ? null : <Text size="sm">{t('isKept')}</Text>;
}
