import { type Issue, ValidationError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Scope } from '../../../scope.ts';
import { readTeam } from '../../platform/team-settings.ts';
import { type Recurrence, recurrenceProblem } from '../recurrence/recurrence.ts';

/** What a campaign's input says of the series that it is. Absent: it stays as it is; null: no longer. */
interface Given {
  recurrence?: { rule: string; start: string; timezone?: string | null | undefined } | null | undefined;
  feedUrl?: string | null | undefined;
  archive?: boolean | null | undefined;
}

/** Of a campaign that exists. */
interface Before {
  recurrence: unknown;
  feedUrl: string | null;
  feedFoundUrl: string | null;
}

const NEW: Before = { recurrence: null, feedUrl: null, feedFoundUrl: null };

const NEEDS_RECURRENCE: Issue = {
  path: ['feedUrl'],
  problem: 'needs a recurrence: new entries are those since the last occurrence.',
};
const INSIDE: Issue = {
  path: ['feedUrl'],
  problem: 'must lead to the public internet, or to what OUTBOUND_ALLOW names.',
};

/**
 * The columns of what is given. The time zone is the team's where none is named. Another feed is one of which nothing is
 * known. Throws ValidationError.
 */
export async function seriesColumns(
  scope: Scope,
  outbound: Pick<Outbound, 'refuses'>,
  { recurrence, feedUrl, archive }: Given,
  before: Before = NEW,
): Promise<Prisma.CampaignUncheckedUpdateManyInput> {
  const recurs = recurrence === undefined ? before.recurrence !== null : recurrence !== null;
  const url = feedUrl === undefined ? before.feedUrl : feedUrl;
  const full = recurrence && { ...recurrence, timezone: recurrence.timezone ?? (await readTeam(scope)).timezone };
  const problem = full && (await recurrenceProblem(full, scope.now(), scope.team.id));
  const issues = [
    ...(problem ? [{ path: ['recurrence', 'rule'], problem }] : []),
    ...(url && !recurs ? [NEEDS_RECURRENCE] : []),
    ...(feedUrl && outbound.refuses(feedUrl) ? [INSIDE] : []),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
  return {
    ...(recurrence !== undefined && { recurrence: full ? { ...full } : Prisma.DbNull }),
    ...(feedUrl !== undefined && feedUrl !== before.feedUrl && { feedUrl, feedFoundUrl: null }),
    ...(isAnotherFeed(before, feedUrl) && UNKNOWN),
    ...(archive !== undefined && { archive: archive ?? false }),
  };
}

const UNKNOWN = { feedCheckedAt: null, feedError: null, feedNewCount: null, feedEtag: null, feedModified: null };

/** Whether an address is that of another feed. Who enters the address that was found on a page goes on with its feed. */
export const isAnotherFeed = (before: Omit<Before, 'recurrence'>, feedUrl: string | null | undefined): boolean =>
  feedUrl !== undefined && feedUrl !== before.feedUrl && (feedUrl === null || feedUrl !== before.feedFoundUrl);

/** Forgets which entries a campaign has seen: those of another feed are none of them. */
export const forgetEntries = ({ db, team }: Scope, campaignId: string): Promise<unknown> =>
  db.feedEntry.deleteMany({ where: { teamId: team.id, campaignId } });

/** The recurrence of a campaign. */
export const recurrenceOf = ({ recurrence }: { recurrence: unknown }): Recurrence | null =>
  recurrence as Recurrence | null;
