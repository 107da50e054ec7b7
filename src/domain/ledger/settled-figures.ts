import { sql } from '../../database/connect.ts';
import type { CampaignCount } from './count-for-campaigns.ts';
import type { Settled } from './note-settled.ts';

// The campaign itself counts the states of all its messages. This file has the figures by variant, domain and reason.

/** Selects the additions of campaign settlements (`settled`) to the figures of a report. */
export const settledFigures = sql`
  select s.team_id, s.campaign_id, figure.what, figure.detail, figure.variant, coalesce(s.holder, 0), sum(figure.count)
  from settled s cross join lateral (values
    ('sent_to_domain', s."to", 0, (s.state = 'sent')::int),
    ('sent', '', s.variant, (s.state = 'sent')::int),
    ('failed', '', s.variant, (s.state = 'failed')::int),
    ('unknown', '', s.variant, (s.state = 'unknown')::int - (s.was = 'unknown')::int),
    ('withheld', s.withheld, coalesce(s.variant, 0), (s.state = 'withheld')::int)) figure(what, detail, variant, count)
  where s.campaign_id is not null and figure.count <> 0 and figure.detail is not null and figure.variant is not null
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`;

/** The figures of one settlement. */
export function figuresOf({ teamId, campaignId, state, was, to, variant, withheld, holder }: Settled): CampaignCount[] {
  if (campaignId === null) return [];
  const one = { teamId, campaign: campaignId, holder: holder ?? 0, variant: variant ?? 0, count: 1 };
  return [
    ...(state === 'sent' && to !== null ? [{ ...one, what: 'sent_to_domain', detail: to, variant: 0 }] : []),
    ...(variant !== null && ['sent', 'failed', 'unknown'].includes(state) ? [{ ...one, what: state }] : []),
    ...(variant !== null && was === 'unknown' ? [{ ...one, what: 'unknown', count: -1 }] : []),
    ...(state === 'withheld' ? [{ ...one, what: 'withheld', detail: withheld ?? 'other' }] : []),
  ];
}
