import { type Database, run, type Sql, sql } from '../../../database/connect.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Log } from '../../../log.ts';
import { createScope, type Scope, transaction, WORKER } from '../../../scope.ts';
import { type Campaign, readCampaign } from '../campaigns.ts';
import { examineDraft } from '../check-campaign.ts';
import { FeedProblem, type Fetched, fetchFeed } from '../feed/fetch-feed.ts';
import { announceCampaign } from '../live-campaigns.ts';
import { later, nextMoment } from '../recurrence/recurrence.ts';
import { withEntries } from './campaign-feed.ts';
import { rememberEntries, unseenOf } from './feed-entries.ts';
import { makeOccurrence } from './make-occurrence.ts';
import { recurrenceOf } from './series-settings.ts';
import type { Around } from './start-series.ts';

const AT_ONCE = 20;

/** A process has this long to fetch a feed before another may try. */
const ASKING_SECONDS = 60;

const IS_DUE = sql`c.status = 'scheduled' and c.recurrence is not null and c.scheduled_at <= now()`;

/** Due series. */
export const DUE_SERIES: Sql = sql`select from campaigns c where ${IS_DUE}`;

/**
 * Creates the occurrences of due series, each once even with parallel processes. After an outage, only one of the missed
 * occurrences is created. Returns the number of series checked.
 */
export async function runSeries(db: Database, around: Around, log: Log): Promise<number> {
  const due = await run<{ teamId: number; id: string; scheduledAt: Date }>(
    db,
    sql`select c.team_id as "teamId", c.id::text, c.scheduled_at as "scheduledAt"
        from campaigns c join teams t on t.id = c.team_id and t.status = 'active'
        where ${IS_DUE}
        order by c.scheduled_at limit ${AT_ONCE}`,
  );
  await Promise.all(
    due.map(({ teamId, id, scheduledAt }) =>
      occur(createScope(db, { id: teamId }, WORKER), around, id, scheduledAt).catch((error: Error) =>
        log.warn({ campaign: id, reason: error.message }, 'cannot create an occurrence of a campaign; trying again'),
      ),
    ),
  );
  return due.length;
}

async function occur(scope: Scope, { config, outbound }: Around, id: string, occursAt: Date): Promise<void> {
  const series = await readCampaign(scope, id);
  // If another process was first, the series waits for its next occurrence, which is not due.
  if (series.status !== 'scheduled' || series.scheduledAt?.getTime() !== occursAt.getTime()) return;
  if (!(await claimFeed(scope, series))) return;
  // This process's clock may be a moment behind the database's, which made the occurrence due.
  const next = await nextMoment(recurrenceOf(series)!, later(occursAt, scope.now()), scope.team.id);
  const asked = await askFeed(scope, outbound, series);
  const { isNew, feed, columns } = await lookThrough(scope, series, asked);
  const examined = isNew && (await examineDraft(scope, config, feed ? withEntries(series, feed) : series));
  await transaction(scope, async (scope) => {
    if (!(await lockDue(scope, series))) return; // another process was first, or the series was stopped
    const isRefused = examined && examined.problems.length > 0;
    if (examined) await makeOccurrence(scope, series, { occursAt, examined, ...(feed && !isRefused && { feed }) });
    if (feed && !isRefused) await rememberEntries(scope, id, feed.keys);
    // The tags are saved only once all entries were sent: with them, the server may answer "not modified".
    await moveOn(scope, series, next, { ...columns, ...(!isRefused && tagsOf(asked)) });
  });
}

/** Keeps other processes from fetching the same feed. Only an optimisation: the occurrence is created under a lock. */
async function claimFeed({ db, team }: Scope, { id, feedUrl }: Campaign): Promise<boolean> {
  if (!feedUrl) return true;
  const taken = await run(
    db,
    sql`update campaigns set feed_checked_at = now() where team_id = ${team.id} and id = ${id}::uuid and status = 'scheduled'
          and (feed_checked_at is null or feed_checked_at < scheduled_at
               or feed_checked_at < now() - ${ASKING_SECONDS} * interval '1 second')
        returning 1`,
  );
  return taken.length > 0;
}

type Asked = Fetched | FeedProblem | undefined;

async function askFeed(scope: Scope, outbound: Around['outbound'], series: Campaign): Promise<Asked> {
  const { feedUrl: url, feedEtag: etag, feedModified: modified, feedFoundUrl: found } = series;
  if (!url) return undefined;
  try {
    return await fetchFeed(outbound, { url, teamId: scope.team.id }, { etag, modified, found });
  } catch (error) {
    if (error instanceof FeedProblem) return error;
    throw error;
  }
}

async function lockDue({ db, team }: Scope, { id, scheduledAt }: Campaign): Promise<boolean> {
  const locked = await run(
    db,
    sql`select 1 from campaigns where team_id = ${team.id} and id = ${id}::uuid and status = 'scheduled'
          and scheduled_at = ${scheduledAt} for no key update`,
  );
  return locked.length > 0;
}

/** Whether there is anything to send. Without a feed there always is. */
async function lookThrough(scope: Scope, { id }: Campaign, asked: Asked) {
  if (!asked) return { isNew: true, columns: {} };
  if (asked instanceof FeedProblem) {
    return { isNew: false, columns: { feedError: asked.message, feedNewCount: null } };
  }
  const feed = asked.feed && (await unseenOf(scope, id, asked.feed));
  const feedNewCount = feed?.items.length ?? 0;
  const columns = { feedError: null, feedNewCount };
  return feed && feedNewCount > 0 ? { isNew: true, feed, columns } : { isNew: false, columns };
}

const tagsOf = (asked: Asked) =>
  asked && !(asked instanceof FeedProblem)
    ? { feedEtag: asked.etag, feedModified: asked.modified, feedFoundUrl: asked.found }
    : {};

/** Sets the next occurrence of a series, or ends it if there is none. */
async function moveOn(
  scope: Scope,
  { teamId, id }: Campaign,
  next: Date | undefined,
  columns: Prisma.CampaignUncheckedUpdateManyInput,
): Promise<void> {
  const now = scope.now();
  const ended = { status: 'sent', scheduledAt: null, recipientsCount: 0, endedAt: now } as const;
  await scope.db.campaign.updateMany({
    where: { teamId, id },
    data: { ...columns, ...(next ? { scheduledAt: next } : ended), updatedAt: now },
  });
  await announceCampaign(scope, id);
}
