import { createHash } from 'node:crypto';
import { storable } from '../../validation/text.ts';

export const REPORT_KINDS = ['dmarc', 'tls'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Observations of other mail servers about a domain. Unproven: anyone can mail a report. */
export interface DomainReport {
  kind: ReportKind;
  /** The reporter, in its own words. */
  reporter: string;
  /** The reporter's own number of the report. */
  reference: string;
  /** The domain whose policy it is about, normalised. */
  domain: string;
  begin: Date;
  end: Date;
  rows: readonly ReportedRow[];
}

export interface ReportedRow {
  /** The senders' domain: that of the report, or a subdomain. */
  domain: string;
  /** DMARC: the address of the sending server. TLS: the receiving server; empty if not given. */
  source: string;
  passed: boolean;
  /** DMARC: the receiver's action. TLS: `successful`, or the type of failure. */
  result: string;
  /** Whether each passed and was aligned. Null for TLS. */
  dkim: boolean | null;
  spf: boolean | null;
  /** Messages or sessions, from 1 to `MOST_COUNTED`. */
  count: number;
}

/** More than any receiver gets from one server in a day. */
export const MOST_COUNTED = 1_000_000_000;

/** Sources and results of a report. */
const MAX_SOURCES = 1_000;

const NAME_CHARACTERS = 100;
const DAY_MS = 86_400_000;
/** Reports arrive within a day or two, or later after a stuck queue. */
const OLDEST_DAYS = 35;
/** Allows for wrong clocks and other time zones. */
const AHEAD_DAYS = 2;
const LONGEST_DAYS = 32;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\s]+/g;

/** Foreign text on one line, shortened for storage and display. */
export const tidyName = (words: string): string =>
  storable(words.replace(CONTROLS, ' ').trim().slice(0, NAME_CHARACTERS));

/** Whether the period of a report is plausible now. */
export function isTimely({ begin, end }: DomainReport, now: Date): boolean {
  const [from, to, at] = [begin.getTime(), end.getTime(), now.getTime()];
  return (
    from <= to &&
    to - from <= LONGEST_DAYS * DAY_MS &&
    from >= at - OLDEST_DAYS * DAY_MS &&
    to <= at + AHEAD_DAYS * DAY_MS
  );
}

/** The day of a report: the middle of its period, since days begin at different times around the world. */
export const middleOf = ({ begin, end }: DomainReport): Date => new Date((begin.getTime() + end.getTime()) / 2);

/** A hexadecimal key that is the same for a repeated report. */
export const keyOf = ({ kind, reporter, reference, domain }: DomainReport): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, reporter.toLowerCase(), reference, domain]))
    .digest('hex');

/** One row for each domain, source and result, the largest first: a thousand at most. */
export function addUp(rows: readonly ReportedRow[]): ReportedRow[] {
  const sums = new Map<string, ReportedRow>();
  for (const row of rows) {
    const { domain, source, passed, result, dkim, spf, count } = row;
    const key = `${domain} ${passed} ${result} ${dkim} ${spf} ${source}`;
    const before = sums.get(key)?.count ?? 0;
    sums.set(key, { ...row, count: Math.min(before + count, MOST_COUNTED) });
  }
  return [...sums.values()].sort((a, b) => b.count - a.count).slice(0, MAX_SOURCES);
}
