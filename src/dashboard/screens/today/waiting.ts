import type { HealthQuery } from '../../../generated/dashboard/today.ts';

const MINUTE_MS = 60_000;
/** Mails leave within seconds; a campaign takes as long as it takes, but something of it leaves. */
const LATE_MS = 5 * MINUTE_MS;
const CAMPAIGN_LATE_MS = 15 * MINUTE_MS;

type Backlog = HealthQuery['sendingBacklogs'][number];

/** The due time of the oldest overdue message, of any kind. Undefined: none does. */
export const oldestOf = ({ sendingBacklogs }: HealthQuery): string | undefined =>
  sendingBacklogs.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).sort()[0];

/** The kinds of which messages wait longer than they should. */
export function lateOf({ sendingBacklogs, lately }: HealthQuery, now: number): (Backlog & { oldestDueAt: string })[] {
  const nothingLeaves = lately.every(({ sent }) => sent === 0);
  return sendingBacklogs.flatMap(({ kind, oldestDueAt }) => {
    if (!oldestDueAt) return [];
    const age = now - Date.parse(oldestDueAt);
    const isLate = kind === 'CAMPAIGN' ? nothingLeaves && age > CAMPAIGN_LATE_MS : age > LATE_MS;
    return isLate ? [{ kind, oldestDueAt }] : [];
  });
}
