import { Code } from '@mantine/core';
import type { HealthQuery } from '../../../generated/dashboard/today.ts';
import { useMayManage } from '../../session/viewer.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { Concern } from './attention.tsx';
import type { Rates } from './rates.ts';
import { useTodayText } from './texts.ts';
import { useSendingConcerns } from './use-sending-concerns.tsx';
import { useWorkConcerns } from './use-work-concerns.tsx';

/** A backup that is older than this is too old. A new team gets as long for the first one. */
const BACKUP_MS = 7 * 86_400_000;

/** The items that need attention, in the viewer's language. `rates` come later. */
export function useConcerns(): (health: HealthQuery, rates: Rates | undefined) => Concern[] {
  const sending = useSendingConcerns();
  const work = useWorkConcerns();
  const installation = useInstallationConcerns();
  return (health, rates) => [...sending(health, rates), ...work(health), ...installation(health)];
}

/** Items that only the server's operator can fix. */
function useInstallationConcerns() {
  const t = useTodayText();
  const { ago } = useFormat();
  const mayManage = useMayManage();
  return ({ installation: { lastBackup }, team }: HealthQuery): Concern[] => {
    const since = lastBackup?.at ?? team.createdAt;
    if (!mayManage || Date.now() - Date.parse(since) < BACKUP_MS) return [];
    const message = lastBackup ? t('backupOld', { since: ago(lastBackup.at) }) : t('backupUnknown');
    return [{ id: 'backup', weight: 'hint', message, link: <Code>npm run backup -- FILE</Code> }];
  };
}
