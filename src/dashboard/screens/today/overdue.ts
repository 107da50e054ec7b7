import type { HealthQuery } from '../../../generated/dashboard/today.ts';

const MINUTE_MS = 60_000;
/** Mails are sent within seconds. A campaign may take long, but its messages keep leaving. */
const OVERDUE_MS = 5 * MINUTE_MS;
const CAMPAIGN_OVERDUE_MS = 15 * MINUTE_MS;

type Backlog = HealthQuery['sendingBacklogs'][number];

/** The due time of the oldest waiting message of any kind; undefined without any. */
export const oldestDue = ({ sendingBacklogs }: HealthQuery): string | undefined =>
  sendingBacklogs.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).sort()[0];

/** The kinds with overdue messages. */
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
