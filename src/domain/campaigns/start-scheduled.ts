import { type Database, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { ConflictError, inFull } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { createScope, type Scope, WORKER } from '../../scope.ts';
import { readAudience } from './audience.ts';
import { contentsOf } from './campaign-content.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { changeStatus } from './change-status.ts';
import { examineContent, type Surroundings } from './check-campaign.ts';
import { readDueTimes } from './due-times.ts';
import { RECIPIENT } from './schedule.ts';

const AT_ONCE = 20;

/** Notices within this time if somebody in an earlier time zone joins the list. */
const LOOK_AGAIN_MS = 15 * 60_000;

const IS_DUE = sql`c.status = 'scheduled' and c.recurrence is null and c.scheduled_at <= now()`;

/** Due campaigns. */
export const DUE_CAMPAIGNS: Sql = sql`select from campaigns c where ${IS_DUE}`;

/**
 * Starts sending due campaigns, except recurring ones (series/run-series.ts). Parallel processes may run this. A campaign
 * that cannot be sent any more fails with the reason. Returns the number of campaigns checked.
 */
export async function startScheduledCampaigns(db: Database, surroundings: Surroundings, log: Log): Promise<number> {
  const due = await run<{ teamId: number; id: string; scheduledAt: Date }>(
    db,
    sql`select c.team_id as "teamId", c.id::text, c.scheduled_at as "scheduledAt"
        from campaigns c join teams t on t.id = c.team_id and t.status = 'active'
        where ${IS_DUE} order by c.scheduled_at limit ${AT_ONCE}`,
  );
  for (const { teamId, id, scheduledAt } of due) {
    await start(createScope(db, { id: teamId }, WORKER), surroundings, id, scheduledAt).catch((error: Error) => {
      // Another process was first, or somebody changed the schedule.
      if (!(error instanceof ConflictError)) {
        log.warn({ campaign: id, reason: error.message }, 'cannot start a scheduled campaign; trying again');
      }
    });
  }
  return due.length;
}

async function start(scope: Scope, surroundings: Surroundings, id: string, dueAt: Date): Promise<void> {
  const campaign = await readCampaign(scope, id);
  if (campaign.scheduledAt?.getTime() !== dueAt.getTime()) return; // somebody changed the schedule
  const first = await firstTimeOf(scope, campaign);
  if (first && first > scope.now()) {
    await waitUntil(scope, campaign, first);
    return;
  }
  const fixed = await scope.db.campaign.findUniqueOrThrow({
    where: { teamId_id: { teamId: scope.team.id, id } },
    select: { content: true, variantContents: true },
  });
  const { problems } = await examineContent(scope, surroundings, campaign, contentsOf(fixed));
  const now = scope.now();
  await changeStatus(
    scope,
    campaign,
    ['scheduled'],
    problems.length > 0
      ? { status: 'failed', failureReason: inFull(problems), endedAt: now }
      : { status: 'sending', startedAt: now },
    { scheduledAt: campaign.scheduledAt },
  );
}

/**
 * When the first recipient's time comes. Undefined unless the schedule is in recipients' time zones: then it is due for
 * everyone.
 */
async function firstTimeOf(scope: Scope, campaign: Campaign): Promise<Date | undefined> {
  if (campaign.timezone !== RECIPIENT) return undefined;
  const due = await readDueTimes(scope, campaign);
  const [row] = await runOnce<{ first: Date | null }>(
    scope.db,
    sql`select min(${due.at}) as first from subscribers s ${due.join} where ${await readAudience(scope, campaign)}`,
  );
  return row?.first ?? due.ours;
}

/** Checks again at that time or earlier, as somebody with an earlier time may join. */
async function waitUntil(scope: Scope, { teamId, id, scheduledAt: seen }: Campaign, first: Date): Promise<void> {
  const scheduledAt = new Date(Math.min(first.getTime(), scope.now().getTime() + LOOK_AGAIN_MS));
  const where = { teamId, id, status: 'scheduled', scheduledAt: seen } as const;
  await scope.db.campaign.updateMany({ where, data: { scheduledAt } });
}
