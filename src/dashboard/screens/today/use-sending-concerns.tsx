import type { HealthQuery } from '../../../generated/dashboard/today.ts';
import { TextLink } from '../../shell/links.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { Concern } from './attention.tsx';
import { ToCampaign, ToDomain } from './fix-links.tsx';
import { overdueOf } from './overdue.ts';
import type { Rates } from './rates.ts';
import { useTodayText } from './texts.ts';

/** Problems with sending or delivery. */
export function useSendingConcerns() {
  const t = useTodayText();
  const { moment, ago, percent } = useFormat();
  return (health: HealthQuery, rates: Rates | undefined): Concern[] => {
    const now = Date.now();
    const above = (kind: 'hardBounces' | 'complaints'): Concern[] => {
      const { share, limit, isAbove } = rates?.[kind] ?? {};
      if (!isAbove) return [];
      const message = t(`${kind}Above`, { share: percent(share ?? 0), limit: percent(limit ?? 0) });
      return [
        {
          id: kind,
          weight: 'stopped',
          message,
          link: (
            <TextLink underline="always" to="/settings/deliverability" search={{ days: 7 }}>
              {t('viewDeliverability')}
            </TextLink>
          ),
        },
      ];
    };
    return [
      ...overdueOf(health, now).map(
        ({ kind, oldestDueAt }): Concern => ({
          id: kind,
          weight: 'stopped',
          message: t('overdue', { kind: t(kind), since: ago(oldestDueAt) }),
          link:
            kind === 'CAMPAIGN' ? (
              <TextLink underline="always" to="/campaigns">
                {t('viewCampaigns')}
              </TextLink>
            ) : (
              <TextLink underline="always" to="/settings/transports">
                {t('viewTransports')}
              </TextLink>
            ),
        }),
      ),
      ...health.paused.nodes
        .filter(({ pauseReason }) => pauseReason)
        .map(
          ({ id, name, pauseReason }): Concern => ({
            id,
            weight: 'stopped',
            message: t('autoPaused', { name, reason: pauseReason }),
            link: <ToCampaign id={id} />,
          }),
        ),
      ...health.sendingPauses.nodes
        .filter(({ pausedUntil }) => pausedUntil && Date.parse(pausedUntil) > now)
        .map(({ id, domain, transport, pausedUntil, reason }): Concern => {
          const where = domain ?? t('allThroughTransport', { transport: transport?.name ?? t('systemMailServer') });
          return {
            id,
            weight: 'stopped',
            message: t('pausedUntil', { where, until: moment(pausedUntil ?? ''), reason }),
            link: (
              <TextLink underline="always" to="/settings/pauses">
                {t('viewPauses')}
              </TextLink>
            ),
          };
        }),
      ...above('hardBounces'),
      ...above('complaints'),
      ...health.sendingDomains.nodes
        .filter(({ verifiedAt }) => !verifiedAt)
        .map(
          ({ id, domain }): Concern => ({
            id,
            weight: 'stopped',
            message: t('notSigned', { domain }),
            link: <ToDomain id={id} />,
          }),
        ),
    ];
  };
}
