import type { SenderRefusalsQuery } from '../../../../generated/dashboard/deliverability.ts';
import { grouped } from './grouped.ts';
import { belongsTo } from './provider-names.ts';
import type { DeliverabilitySearch } from './search.ts';

type Refusal = SenderRefusalsQuery['sendingRefusals'][number];

/** The refusals with one cause: how many, the last answer, and the domains that refused most. */
export interface RefusalGroup {
  cause: Refusal['cause'];
  count: number;
  reason: string;
  lastAt: string;
  domains: string[];
}

const MOST_DOMAINS = 3;

const sum = (refusals: readonly Refusal[]): number => refusals.reduce((total, { count }) => total + count, 0);

/** The refusals that match the filters by cause, the most frequent first. Later bounces name no sending domain. */
export function groupRefusals(
  refusals: readonly Refusal[],
  { domain, provider }: DeliverabilitySearch,
): RefusalGroup[] {
  const matching = refusals.filter(
    ({ sendingDomain, recipientDomain }) =>
      (domain === undefined || sendingDomain === domain) &&
      (provider === undefined || belongsTo(recipientDomain, provider)),
  );
  return [...grouped(matching, ({ cause }) => cause)]
    .map(([, ofIt]) => {
      const last = ofIt.reduce((one, other) => (one.lastAt < other.lastAt ? other : one));
      const domains = [...grouped(ofIt, ({ recipientDomain }) => recipientDomain)]
        .sort(([, one], [, other]) => sum(other) - sum(one))
        .map(([name]) => name);
      return {
        cause: last.cause,
        count: sum(ofIt),
        reason: last.reason,
        lastAt: last.lastAt,
        domains: domains.slice(0, MOST_DOMAINS),
      };
    })
    .sort((one, other) => other.count - one.count);
}
