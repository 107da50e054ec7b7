import type { HealthQuery } from '../../../generated/dashboard/today.ts';
import { TextLink } from '../../shell/links.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { Concern } from './attention.tsx';
import type { Rates } from './rates.ts';
import { useTodayText } from './texts.ts';
import { lateOf } from './waiting.ts';
import { ToCampaign, ToDomain } from './ways.tsx';

/** Problems with sending or delivery. */
export function useSendingConcerns() {
  const say = useTodayText();
  const { moment, ago, percent } = useFormat();
  return (health: HealthQuery, rates: Rates | undefined): Concern[] => {
    const now = Date.now();
    const above = (kind: 'hardBounces' | 'complaints'): Concern[] => {
      const { share, limit, isAbove } = rates?.[kind] ?? {};
      if (!isAbove) return [];
      const words = say(`${kind}Above`, { share: percent(share ?? 0), limit: percent(limit ?? 0) });
      return [
        {
          id: kind,
          weight: 'stopped',
          words,
          way: (
            <TextLink underline="always" to="/campaigns">
              {say('toReports')}
            </TextLink>
          ),
        },
      ];
    };
    return [
      ...lateOf(health, now).map(
        ({ kind, oldestDueAt }): Concern => ({
          id: kind,
          weight: 'stopped',
          words: say('late', { kind: say(kind), since: ago(oldestDueAt) }),
          way:
            kind === 'CAMPAIGN' ? (
              <TextLink underline="always" to="/campaigns">
                {say('toCampaigns')}
              </TextLink>
            ) : (
              <TextLink underline="always" to="/settings/transports">
                {say('toTransports')}
              </TextLink>
            ),
        }),
      ),
      ...health.paused.nodes
        .filter(({ pauseReason }) => pauseReason)
        .map(
          ({ id, name, pauseReason }): Concern => ({
            ...{ id, weight: 'stopped', words: say('braked', { name, reason: pauseReason }) },
            way: <ToCampaign id={id} />,
          }),
        ),
      ...health.sendingPauses.nodes
        .filter(({ pausedUntil }) => pausedUntil && Date.parse(pausedUntil) > now)
        .map(({ id, domain, transport, pausedUntil, reason }): Concern => {
          const where = domain ?? say('wholeTransport', { transport: transport?.name ?? say('installation') });
          return {
            ...{
              id,
              weight: 'stopped',
              words: say('pausedUntil', { where, until: moment(pausedUntil ?? ''), reason }),
            },
            way: (
              <TextLink underline="always" to="/settings/pauses">
                {say('toPauses')}
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
            ...{ id, weight: 'stopped', words: say('unverified', { domain }) },
            way: <ToDomain id={id} />,
          }),
        ),
    ];
  };
}
