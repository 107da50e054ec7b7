import type { ReputationRowFragment } from '../../../../generated/dashboard/deliverability.ts';
import { shareOf } from '../../../numbers/share-of.ts';
import { grouped } from './grouped.ts';

export type Row = ReputationRowFragment;

/** The counts of some days or providers together. */
export type Counts = Record<(typeof COUNTED)[number], number>;

export const COUNTED = ['sent', 'failed', 'deferred', 'hardBounces', 'softBounces', 'complaints', 'blocks'] as const;

export const RATES = ['bounces', 'complaints', 'blocks'] as const;

export type Rate = (typeof RATES)[number];

export type Verdict = 'good' | 'high' | 'bad' | 'few';

/**
 * Shares from which a rate is high, and bad. Gmail and Yahoo publish those of complaints. Providers keep theirs of bounces
 * secret; 2 and 5 % are the bounds at which sending services warn and stop. Those of blocks are our own.
 */
export const BOUNDS: Record<Rate, { high: number; bad: number }> = {
  bounces: { high: 0.02, bad: 0.05 },
  complaints: { high: 0.001, bad: 0.003 },
  blocks: { high: 0.01, bad: 0.05 },
};

/** Rates of fewer messages mean little; campaigns are paused from the same number. */
export const FEW = 200;

/** The colours of verdicts. */
export const VERDICT_COLORS = { good: 'green', high: 'orange', bad: 'red', few: 'gray' } as const;

/** A new sum, to add to. */
const nothing = (): Counts => ({
  sent: 0,
  failed: 0,
  deferred: 0,
  hardBounces: 0,
  softBounces: 0,
  complaints: 0,
  blocks: 0,
});

export function totalOf(rows: readonly Counts[]): Counts {
  const total = nothing();
  for (const row of rows) for (const key of COUNTED) total[key] += row[key];
  return total;
}

/** Whether there are enough messages for rates to mean something. */
export const isEnough = ({ sent, failed }: Counts): boolean => sent + failed >= FEW;

/** What a rate counts, and of how many messages. As in the API's rates (docs/feedback.md). */
function partOf(rate: Rate, { sent, failed, deferred, ...counts }: Counts): { part: number; whole: number } {
  if (rate === 'bounces') return { part: counts.hardBounces + counts.softBounces, whole: sent + failed };
  if (rate === 'complaints') return { part: counts.complaints, whole: sent };
  return { part: counts.blocks, whole: sent + failed + deferred };
}

/** A share from 0 to 1. Null: no messages. */
export function rateOf(rate: Rate, counts: Counts): number | null {
  const { part, whole } = partOf(rate, counts);
  return whole === 0 ? null : shareOf(part, whole);
}

/** A single case says nothing about a sender, whatever its share. */
export function verdictOf(rate: Rate, counts: Counts): Verdict {
  const { part, whole } = partOf(rate, counts);
  const share = whole === 0 ? 0 : shareOf(part, whole);
  const { high, bad } = BOUNDS[rate];
  if (whole < FEW || (part === 1 && share >= high)) return 'few';
  if (share >= bad) return 'bad';
  return share >= high ? 'high' : 'good';
}

/** The worst verdict about any rate. */
export function worstOf(counts: Counts): Verdict {
  const verdicts = RATES.map((rate) => verdictOf(rate, counts));
  const order = ['bad', 'high', 'few', 'good'] as const;
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'good';
}

/** The counts of each provider, those with most messages first and the rest of them last. */
export function byProvider(rows: readonly Row[]): { provider: string; counts: Counts }[] {
  const providers = grouped(rows, ({ provider }) => provider);
  const size = ({ sent, failed, deferred }: Counts) => sent + failed + deferred;
  return [...providers]
    .map(([provider, ofIt]) => ({ provider, counts: totalOf(ofIt) }))
    .sort(
      (one, other) =>
        Number(one.provider === 'other') - Number(other.provider === 'other') ||
        size(other.counts) - size(one.counts) ||
        one.provider.localeCompare(other.provider),
    );
}
