import type { HealthQuery } from '../../../generated/dashboard/today.ts';

const MINUTE_MS = 60_000;
/** Mails leave within seconds; a campaign takes as long as it takes, but something of it leaves. */
const OVERDUE_MS = 5 * MINUTE_MS;
const CAMPAIGN_OVERDUE_MS = 15 * MINUTE_MS;

type Backlog = HealthQuery['sendingBacklogs'][number];

/** The due time of the oldest overdue message, of any kind. Undefined: none does. */
export const oldestDue = ({ sendingBacklogs }: HealthQuery): string | undefined =>
  sendingBacklogs.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).sort()[0];

/** The kinds of which messages wait longer than they should. */
export function overdueOf(
  { sendingBacklogs, lately }: HealthQuery,
  now: number,
): (Backlog & { oldestDueAt: string })[] {
  const isStuck = lately.every(({ sent }) => sent === 0);
  return sendingBacklogs.flatMap(({ kind, oldestDueAt }) => {
    if (!oldestDueAt) return [];
    const age = now - Date.parse(oldestDueAt);
    const isOverdue = kind === 'CAMPAIGN' ? isStuck && age > CAMPAIGN_OVERDUE_MS : age > OVERDUE_MS;
    return isOverdue ? [{ kind, oldestDueAt }] : [];
  });
}
