import type { DeliverabilityQuery, HealthQuery } from '../../../generated/dashboard/today.ts';
import { shareOf } from '../../numbers/share-of.ts';

/** Bounce and complaint rates of recent days, with the auto-pause limits; shares from 0 to 1. */
export interface Rates {
  /** Messages that were sent or refused. */
  decided: number;
  hardBounces: Rate;
  complaints: Rate;
}

export interface Rate {
  /** Null: nothing was sent. */
  share: number | null;
  /** Null: none. */
  limit: number | null;
  isAbove: boolean;
}

/** A rate of fewer messages means little; campaigns are judged by the same number. */
const FEW = 200;
const DAYS = 7;
const DAY_MS = 86_400_000;

/** The first day (UTC) that counts. */
export const firstDay = (now: Date): string => new Date(now.getTime() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);

/** Adds up the figures by day and provider. */
export function ratesOf({ reputation }: DeliverabilityQuery, { autoPause }: HealthQuery['team']): Rates {
  const sum = (figure: 'sent' | 'failed' | 'hardBounces' | 'complaints') =>
    reputation.reduce((total, row) => total + row[figure], 0);
  const decided = sum('sent') + sum('failed');
  const rate = (part: number, percent: number | null | undefined): Rate => {
    const share = decided === 0 ? null : shareOf(part, decided);
    const limit = percent === null || percent === undefined ? null : percent / 100;
    return { share, limit, isAbove: share !== null && limit !== null && decided >= FEW && share > limit };
  };
  return {
    decided,
    hardBounces: rate(sum('hardBounces'), autoPause.hardBounces),
    complaints: rate(sum('complaints'), autoPause.complaints),
  };
}
