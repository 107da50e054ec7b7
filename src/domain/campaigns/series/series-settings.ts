import { type Issue, ValidationError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Scope } from '../../../scope.ts';
import { readTeam } from '../../platform/team-settings.ts';
import type { CampaignColumns } from '../campaign-columns.ts';
import { type Recurrence, recurrenceProblem } from '../recurrence/recurrence.ts';

/** The series settings in a campaign's input. Absent: unchanged; null: removed. */
interface Given {
  recurrence?: { rule: string; start: string; timezone?: string | null | undefined } | null | undefined;
  feedUrl?: string | null | undefined;
  archive?: boolean | null | undefined;
}

/** Settings of the existing campaign. */
interface Before {
  recurrence: unknown;
  feedUrl: string | null;
  feedFoundUrl: string | null;
}

const NEW: Before = { recurrence: null, feedUrl: null, feedFoundUrl: null };

const NEEDS_RECURRENCE: Issue = {
  path: ['feedUrl'],
  problem: 'requires a recurrence. Each occurrence contains the entries added since the last one.',
};
const INSIDE: Issue = {
  path: ['feedUrl'],
  problem: 'must be a public address, or an address allowed by OUTBOUND_ALLOW.',
};

/** The columns to set. The time zone defaults to the team's. Changing the feed clears its state. Throws ValidationError. */
export async function seriesColumns(
  scope: Scope,
  outbound: Pick<Outbound, 'refuses'>,
  { recurrence, feedUrl, archive }: Given,
  before: Before = NEW,
): Promise<CampaignColumns> {
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

/** Whether an address is another feed's. Entering the feed address found on the page keeps the same feed. */
export const isAnotherFeed = (before: Omit<Before, 'recurrence'>, feedUrl: string | null | undefined): boolean =>
  feedUrl !== undefined && feedUrl !== before.feedUrl && (feedUrl === null || feedUrl !== before.feedFoundUrl);

/** Forgets the entries that a campaign has seen, after its feed has changed. */
export const forgetEntries = ({ db, team }: Scope, campaignId: string): Promise<unknown> =>
  db.feedEntry.deleteMany({ where: { teamId: team.id, campaignId } });

/** The recurrence of a campaign. */
export const recurrenceOf = ({ recurrence }: { recurrence: unknown }): Recurrence | null =>
  recurrence as Recurrence | null;
