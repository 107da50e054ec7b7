import type { HealthQuery } from '../../../generated/dashboard/today.ts';
import { useFormat } from '../../texts/use-format.ts';
import type { Concern } from './attention.tsx';
import { ToAutomation, ToCampaign, ToImport, ToWebhook } from './fix-links.tsx';
import { useTodayText } from './texts.ts';

/** Older failures are not shown. */
const RECENT_MS = 7 * 86_400_000;

/** Stopped or failed work of the team. */
export function useWorkConcerns() {
  const t = useTodayText();
  const { ago } = useFormat();
  return (health: HealthQuery): Concern[] => {
    const isRecent = (at: string | null | undefined) => at && Date.now() - Date.parse(at) < RECENT_MS;
    return [
      ...health.broken.nodes
        .filter(({ endedAt }) => isRecent(endedAt))
        .map(
          ({ id, name, failureReason }): Concern => ({
            id,
            weight: 'stopped',
            message: t('sendFailed', { name, reason: failureReason ?? '' }),
            link: <ToCampaign id={id} />,
          }),
        ),
      ...health.imports.nodes
        .filter(({ status, failed, finishedAt }) => (status === 'FAILED' || failed > 0) && isRecent(finishedAt))
        .map(({ id, fileName: file, status, failed, failureReason }): Concern => {
          const message =
            status === 'FAILED'
              ? t('importFailed', { file, reason: failureReason ?? '' })
              : t('rowsFailed', { file, count: failed });
          return { id, weight: 'hint', message, link: <ToImport id={id} /> };
        }),
      ...health.running.nodes
        .filter((automation) => automation.warnings.length > 0 && !isUnused(automation, health.team.createdAt))
        .map(
          ({ id, name, warnings }): Concern => ({
            id,
            weight: 'stopped',
            message: t('automationWarning', { name, problem: warnings[0]?.message }),
            link: <ToAutomation id={id} />,
          }),
        ),
      ...health.halted.nodes.map(
        ({ id, name }): Concern => ({
          id,
          weight: 'hint',
          message: t('automationPaused', { name }),
          link: <ToAutomation id={id} />,
        }),
      ),
      ...health.webhooks.nodes
        .filter(({ disabledAt, failingSince }) => disabledAt || failingSince)
        .map(({ id, url, disabledAt, disabledReason, failingSince }): Concern => {
          const message = disabledAt
            ? t(disabledReason === 'GONE' ? 'webhookGone' : 'webhookDisabled', { url })
            : t('webhookFailing', { url, since: ago(failingSince ?? '') });
          return { id, weight: disabledAt ? 'stopped' : 'hint', message, link: <ToWebhook id={id} /> };
        }),
    ];
  };
}

type Running = HealthQuery['running']['nodes'][number];

/** Whether an automation came with the team, and nobody has entered it: there is nothing to mend. */
const isUnused = ({ createdAt, counts }: Running, teamCreatedAt: string): boolean =>
  createdAt === teamCreatedAt && counts.active + counts.completed + counts.exited + counts.failed === 0;
