import { daysAgo } from '../../../database/clock.ts';
import type { GmailDay, GmailDomain, SendingDomain } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../../scope.ts';

/** A verified sending domain, with Google's last answer and its statistics, oldest first. */
export interface GmailDomainDays {
  domain: SendingDomain;
  /** Absent: not read yet. */
  answer: GmailDomain | undefined;
  days: GmailDay[];
}

export type { GmailDay };

/** The shares of a day's errors by reason, the most frequent first. */
export const errorsOf = ({ errors }: GmailDay): { reason: string; rate: number }[] =>
  Object.entries(errors as Record<string, number>)
    .map(([reason, rate]) => ({ reason, rate }))
    .sort((one, other) => other.rate - one.rate);

const SHOWN_DAYS = 90;

/** The team's verified sending domains by name, with the statistics of the last 90 days. */
export async function listGmailDomains(scope: Scope): Promise<GmailDomainDays[]> {
  const teamId = scope.team.id;
  const domains = await scope.db.sendingDomain.findMany({
    where: { teamId, verifiedAt: { not: null } },
    orderBy: { domain: 'asc' },
  });
  const answers = await scope.db.gmailDomain.findMany({ where: { teamId } });
  const days = await scope.db.gmailDay.findMany({
    where: { teamId, day: { gt: daysAgo(scope.db, SHOWN_DAYS + 1) } },
    orderBy: { day: 'asc' },
  });
  return domains.map((domain) => ({
    domain,
    answer: answers.find(({ domainId }) => domainId === domain.id),
    days: days.filter(({ domainId }) => domainId === domain.id),
  }));
}
