import { askPostmaster, type Google } from './ask-google.ts';

/** Why Gmail rejects or defers messages: our names for the pairs of type and reason. */
export const GMAIL_ERRORS = {
  low_domain_reputation: ['reject', 'low_domain_reputation'],
  low_ip_reputation: ['reject', 'low_ip_reputation'],
  spammy_content: ['reject', 'spammy_content'],
  ip_in_rbls: ['reject', 'ip_in_rbls'],
  bad_or_missing_ptr_record: ['reject', 'bad_or_missing_ptr_record'],
  bad_attachment: ['reject', 'bad_attachment'],
  stamp_policy_error: ['reject', 'stamp_policy_error'],
  rejected: ['reject', 'other'],
  anomalous_traffic_pattern: ['temp_fail', 'anomalous_traffic_pattern'],
  deferred: ['temp_fail', 'other'],
} as const;

/** Google's statistics of a day. A rate is between 0 and 1; null: Google published none. */
export interface GmailStatistics {
  day: string;
  spamRate: number | null;
  spfRate: number | null;
  dkimRate: number | null;
  dmarcRate: number | null;
  errorRate: number | null;
  /** The share of messages by error, if there were any. */
  errors: Record<string, number>;
}

const RATES = ['spamRate', 'spfRate', 'dkimRate', 'dmarcRate', 'errorRate'] as const;

const metric = (name: string, standardMetric: string, filter?: string) => ({
  name,
  baseMetric: { standardMetric },
  ...(filter && { filter }),
});

const METRICS = [
  metric('spamRate', 'SPAM_RATE'),
  metric('spfRate', 'AUTH_SUCCESS_RATE', 'auth_type = "spf"'),
  metric('dkimRate', 'AUTH_SUCCESS_RATE', 'auth_type = "dkim"'),
  metric('dmarcRate', 'AUTH_SUCCESS_RATE', 'auth_type = "dmarc"'),
  metric('errorRate', 'DELIVERY_ERROR_RATE'),
  ...Object.entries(GMAIL_ERRORS).map(([name, [type, reason]]) =>
    metric(name, 'DELIVERY_ERROR_RATE', `error_type = "${type}" AND error_reason = "${reason}"`),
  ),
];

/** The largest page that Google gives. */
const PAGE = 200;
/** More than four months of all metrics take. */
const MAX_PAGES = 30;

/** The statistics between two days, inclusive, without days that have none. Throws GmailProblem. */
export async function readStatistics(
  google: Google,
  token: string,
  { domain, first, last }: { domain: string; first: Date; last: Date },
): Promise<GmailStatistics[]> {
  const days = new Map<string, GmailStatistics>();
  let pageToken: unknown;
  for (let left = MAX_PAGES; left > 0; left -= 1) {
    const answer = await askPostmaster(google, token, `domains/${encodeURIComponent(domain)}/domainStats:query`, {
      metricDefinitions: METRICS,
      timeQuery: { dateRanges: { dateRanges: [{ start: asDate(first), end: asDate(last) }] } },
      aggregationGranularity: 'DAILY',
      pageSize: PAGE,
      ...(typeof pageToken === 'string' && { pageToken }),
    });
    for (const stat of Array.isArray(answer.domainStats) ? answer.domainStats : []) add(days, stat);
    pageToken = answer.nextPageToken;
    if (typeof pageToken !== 'string' || pageToken === '') break;
  }
  return [...days.values()];
}

const asDate = (day: Date) => ({ year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() });

/** Adds one value to its day. Ignores a value that it cannot read. */
function add(days: Map<string, GmailStatistics>, stat: unknown): void {
  const { metric, date, value } = record(stat);
  const day = dayOf(record(date));
  const rate = rateOf(record(value));
  if (day === undefined || rate === undefined || typeof metric !== 'string') return;
  const known = days.get(day) ?? nothingOn(day);
  const field = RATES.find((name) => name === metric);
  if (field) known[field] = rate;
  else if (Object.hasOwn(GMAIL_ERRORS, metric) && rate > 0) known.errors[metric] = rate;
  else if (!Object.hasOwn(GMAIL_ERRORS, metric)) return;
  days.set(day, known);
}

const nothingOn = (day: string): GmailStatistics => ({
  day,
  spamRate: null,
  spfRate: null,
  dkimRate: null,
  dmarcRate: null,
  errorRate: null,
  errors: {},
});

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function dayOf({ year, month, day }: Record<string, unknown>): string | undefined {
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isDay = Number.isFinite(time) && Number(year) > 2000 && new Date(time).getUTCDate() === Number(day);
  return isDay ? new Date(time).toISOString().slice(0, 10) : undefined;
}

/** To six digits. An integer is written as text. */
function rateOf({ floatValue, doubleValue, intValue }: Record<string, unknown>): number | undefined {
  const given = floatValue ?? doubleValue ?? intValue;
  const rate = typeof given === 'number' || typeof given === 'string' ? Number(given) : Number.NaN;
  return rate >= 0 && rate <= 1 ? Math.round(rate * 1e6) / 1e6 : undefined;
}
