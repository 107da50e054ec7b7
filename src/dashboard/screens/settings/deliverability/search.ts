import { readTexts } from '../../../shell/read-search.ts';

/** The lengths of the period, in days, up to today. */
export const PERIODS = [7, 30, 90] as const;

/** The address of the screen: its filters. */
export interface DeliverabilitySearch {
  /** The domain of our sender. */
  domain?: string | undefined;
  /** A mailbox provider, as the results name it. */
  provider?: string | undefined;
  /** Absent: 30. */
  days?: (typeof PERIODS)[number] | undefined;
}

export const readDeliverabilitySearch = (given: Record<string, unknown>): DeliverabilitySearch => ({
  ...readTexts(given, ['domain', 'provider']),
  days: PERIODS.find((days) => days === Number(given.days)),
});
