import type { HealthQuery } from '../../../generated/dashboard/today.ts';
import { useFormat } from '../../texts/use-format.ts';
import type { Concern } from './attention.tsx';
import { useTodayText } from './texts.ts';
import { ToAutomation, ToCampaign, ToImport, ToWebhook } from './ways.tsx';

/** Older failures are not shown. */
const NEWS_MS = 7 * 86_400_000;

/** Stopped or failed work of the team. */
export function useWorkConcerns() {
  const say = useTodayText();
  const { ago } = useFormat();
  return (health: HealthQuery): Concern[] => {
    const isNews = (at: string | null | undefined) => at && Date.now() - Date.parse(at) < NEWS_MS;
    return [
      ...health.broken.nodes
        .filter(({ endedAt }) => isNews(endedAt))
        .map(
          ({ id, name, failureReason }): Concern => ({
            ...{ id, weight: 'stopped', words: say('broken', { name, reason: failureReason ?? '' }) },
            way: <ToCampaign id={id} />,
          }),
        ),
      ...health.imports.nodes
        .filter(({ status, failed, finishedAt }) => (status === 'FAILED' || failed > 0) && isNews(finishedAt))
        .map(({ id, fileName: file, status, failed, failureReason }): Concern => {
          const words =
            status === 'FAILED'
              ? say('importFailed', { file, reason: failureReason ?? '' })
              : say('rowsFailed', { file, count: failed });
          return { id, weight: 'heed', words, way: <ToImport id={id} /> };
        }),
      ...health.running.nodes
        .filter(({ warnings }) => warnings.length > 0)
        .map(
          ({ id, name, warnings }): Concern => ({
            ...{ id, weight: 'stopped', words: say('warned', { name, problem: warnings[0]?.message }) },
            way: <ToAutomation id={id} />,
          }),
        ),
      ...health.halted.nodes.map(
        ({ id, name }): Concern => ({
          ...{ id, weight: 'heed', words: say('halted', { name }) },
          way: <ToAutomation id={id} />,
        }),
      ),
      ...health.webhooks.nodes
        .filter(({ disabledAt, failingSince }) => disabledAt || failingSince)
        .map(({ id, url, disabledAt, disabledReason, failingSince }): Concern => {
          const words = disabledAt
            ? say(disabledReason === 'GONE' ? 'webhookGone' : 'webhookDisabled', { url })
            : say('webhookFailing', { url, since: ago(failingSince ?? '') });
          return { id, weight: disabledAt ? 'stopped' : 'heed', words, way: <ToWebhook id={id} /> };
        }),
    ];
  };
}
