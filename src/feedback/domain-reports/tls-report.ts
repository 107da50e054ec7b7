import { z } from 'zod';
import {
  addUp,
  type DomainReport,
  MOST_COUNTED,
  type ReportedRow,
  tidyName,
} from '../../domain/sending/domain-report.ts';
import { normaliseDomain } from '../../validation/email.ts';

const MAX_POLICIES = 20;
const MAX_FAILURES = 10_000;
const LONGEST_ID = 1_000;
/** A domain name has at most 253 characters. */
const LONGEST_DOMAIN = 255;
/** JSON is parsed at once: real reports have some thousand characters. */
const MAX_CHARACTERS = 1024 * 1024;
const DEEPEST = 10;

const sessions = z
  .number()
  .nonnegative()
  .transform((count) => Math.min(Math.floor(count), MOST_COUNTED))
  .default(0);
const words = z.string().catch('').default('');

const failure = z.object({
  'result-type': words,
  'receiving-mx-hostname': words,
  'receiving-ip': words,
  'failed-session-count': sessions,
});

const policy = z.object({
  policy: z.object({
    'policy-domain': z.string().max(LONGEST_DOMAIN),
    'mx-host': z.union([z.string(), z.array(z.string())]).catch(''),
  }),
  summary: z
    .object({ 'total-successful-session-count': sessions, 'total-failure-session-count': sessions })
    .default({ 'total-successful-session-count': 0, 'total-failure-session-count': 0 }),
  'failure-details': z.array(failure).max(MAX_FAILURES).nullish(),
});

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const tlsReport = z.object({
  'organization-name': z.string(),
  'report-id': z.string().min(1).max(LONGEST_ID),
  'date-range': z.object({ 'start-datetime': moment, 'end-datetime': moment }),
  policies: z.array(policy).min(1).max(MAX_POLICIES),
});

/** Reads a TLS report (RFC 8460, section 4.4): one for each of its domains, nearly always one. Throws for any other text. */
export function readTlsReports(text: string): DomainReport[] {
  if (text.length > MAX_CHARACTERS || isDeep(text)) throw new Error('too large or too deep');
  const given = tlsReport.parse(JSON.parse(text));
  const { 'start-datetime': begin, 'end-datetime': end } = given['date-range'];
  const reporter = tidyName(given['organization-name']);
  if (!reporter) throw new Error('nobody reports it');
  const rows = given.policies.flatMap(rowsOf);
  const domains = [...new Set(rows.map(({ domain }) => domain))];
  return domains.map((domain) => ({
    kind: 'tls' as const,
    reporter,
    reference: given['report-id'],
    domain,
    begin,
    end,
    rows: addUp(rows.filter((row) => row.domain === domain)),
  }));
}

/** Whether JSON is nested too deeply. Parsing a million brackets takes a second; counting them takes no time. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isString && letter === '\\') at += 1;
    else if (letter === '"') isString = !isString;
    else if (!isString && (letter === '[' || letter === '{')) depth += 1;
    else if (!isString && (letter === ']' || letter === '}')) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function rowsOf({ policy, summary, 'failure-details': failures }: z.output<typeof tlsReport>['policies'][number]) {
  const domain = normaliseDomain(policy['policy-domain'].toLowerCase());
  if (!domain) return [];
  const row = (source: string, result: string, count: number): ReportedRow[] =>
    count > 0
      ? [{ domain, source: tidyName(source), passed: result === SUCCESSFUL, result, dkim: null, spf: null, count }]
      : [];
  const listed = (failures ?? []).flatMap((one) =>
    row(
      one['receiving-mx-hostname'] || one['receiving-ip'],
      RESULTS.has(one['result-type']) ? one['result-type'] : OTHER,
      one['failed-session-count'],
    ),
  );
  const unlisted = summary['total-failure-session-count'] - listed.reduce((sum, { count }) => sum + count, 0);
  const hosts = [policy['mx-host']].flat();
  const only = hosts.length === 1 ? hosts[0]! : '';
  return [
    ...row(only, SUCCESSFUL, summary['total-successful-session-count']),
    ...listed,
    ...row(only, OTHER, unlisted),
  ];
}

const SUCCESSFUL = 'successful';
const OTHER = 'other';

/** The types of failure (RFC 8460, section 4.3). */
const RESULTS = new Set([
  ...['starttls-not-supported', 'certificate-host-mismatch', 'certificate-expired', 'certificate-not-trusted'],
  ...['validation-failure', 'tlsa-invalid', 'dnssec-invalid', 'dane-required'],
  ...['sts-policy-fetch-error', 'sts-policy-invalid', 'sts-webpki-invalid'],
]);
