import { type Database, run, sql } from '../../database/connect.ts';
import { READ_ONLY } from '../../database/watch-connections.ts';
import { type Access, callerIdOf } from './access.ts';

/** The state of a caller's limit after a call. */
export interface Allowance {
  /** Calls per minute. */
  limit: number;
  remaining: number;
  /** Whole seconds to wait. Set if the call is refused. */
  retryAfter?: number;
}

/** This process's share of a caller's minute. Times are milliseconds on the process's own clock. */
interface Share {
  /** The limit for which the share was computed. */
  limit: number;
  /** Permits leased from the database and not used yet. */
  permits: number;
  /** Permits that no process had leased at the last query. */
  left: number;
  /** Start of the minute, on the database's clock. */
  startedAt: Date | undefined;
  /** Never after the end of the minute on the database's clock: no permit is used after the minute it was leased for. */
  endsAt: number;
  resetsAt: number;
  refusedUntil: number;
  waiting: number;
  leasing: Promise<void> | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** A caller's minute in the database, with the granted permits. */
interface Minute {
  used: number;
  granted: number;
  startedAt: Date;
  /** Until its end. */
  milliseconds: number;
}

/** A lease takes 1/64 of the remaining permits, so that the last ones are leased one by one and none is left unused. */
const PART = 64;
const LARGEST_LEASE = 1_000;
/** Permits not used within this time are returned for the other processes. */
const IDLE_MS = 100;
/** How long calls are refused without querying the database again. */
const REFUSED_MS = 1_000;
const MAX_SHARES = 10_000;

/** Counts a minute in this process alone. The database knows nothing of it: its permits are void once it counts again. */
function countAlone(share: Share, limit: number, now: number): void {
  const isOver = now >= share.endsAt;
  if (isOver)
    Object.assign(share, { permits: limit, startedAt: undefined, endsAt: now + 60_000, resetsAt: now + 60_000 });
  share.left = 0;
  share.refusedUntil = isOver ? 0 : Math.min(share.endsAt, now + REFUSED_MS);
}

/**
 * Limits the calls of each caller, a token or a member, over all processes of the installation. A process leases permits in
 * chunks from one row of the database and grants them from memory. The leases of a minute never exceed the limit. A minute
 * begins with the first call, on the database's clock. While the database is read-only, each process counts on its own, so
 * that reads are answered.
 */
export class RateLimiter {
  readonly #db: Database;
  readonly #usual: number;
  readonly #shares = new Map<string, Share>();

  /** `usual`: the default limit of tokens; 0 for no limit. */
  constructor(db: Database, usual: number) {
    this.#db = db;
    this.#usual = usual;
  }

  /** Counts one call or refuses it. Returns undefined if the caller has no limit. */
  async take(access: Access): Promise<Allowance | undefined> {
    const limit = access.rateLimit ?? this.#usual;
    if (limit === 0) return undefined;
    const share = this.#shareOf(callerIdOf(access));
    if (share.limit !== limit) await this.#begin(share, access, limit);
    for (;;) {
      const now = performance.now();
      if (now < share.endsAt) {
        if (share.permits > 0) {
          share.permits -= 1;
          return { limit, remaining: share.permits + share.left };
        }
        if (now < share.refusedUntil) {
          return { limit, remaining: 0, retryAfter: Math.max(1, Math.ceil((share.resetsAt - now) / 1000)) };
        }
      }
      share.waiting += 1;
      share.leasing ??= this.#lease(share, access, limit).finally(() => {
        share.leasing = undefined;
      });
      await share.leasing.finally(() => {
        share.waiting -= 1;
      });
    }
  }

  close(): void {
    for (const { idle } of this.#shares.values()) clearTimeout(idle);
    this.#shares.clear();
  }

  /** Applies a changed limit from the next lease on: the minute's calls so far count. */
  async #begin(share: Share, access: Access, limit: number): Promise<void> {
    share.limit = limit;
    share.refusedUntil = 0;
    share.left = 0;
    await this.#giveBack(share, access);
  }

  async #lease(share: Share, access: Access, limit: number): Promise<void> {
    const askedAt = performance.now();
    const known = askedAt < share.endsAt ? share.left : limit;
    const wanted = Math.min(LARGEST_LEASE, Math.max(share.waiting, Math.floor(known / PART)));
    const minute = await this.#leaseFrom(access, limit, wanted).catch((error: { code?: string }) => {
      if (error.code !== READ_ONLY) throw error;
    });
    if (!minute) return countAlone(share, limit, askedAt);
    // Permits of an earlier minute are void; those of the same minute are added.
    if (share.startedAt?.getTime() !== minute.startedAt.getTime()) share.permits = 0;
    share.startedAt = minute.startedAt;
    share.permits += minute.granted;
    share.left = Math.max(0, limit - minute.used);
    share.endsAt = askedAt + minute.milliseconds;
    share.resetsAt = performance.now() + minute.milliseconds;
    share.refusedUntil = minute.granted === 0 ? Math.min(share.endsAt, performance.now() + REFUSED_MS) : 0;
    clearTimeout(share.idle);
    share.idle = setTimeout(() => void this.#giveBack(share, access).catch(() => {}), IDLE_MS).unref();
  }

  async #leaseFrom(access: Access, limit: number, wanted: number): Promise<Minute> {
    const isRunning = sql`w.started_at > now() - interval '1 minute'`;
    const granted = sql`case when ${isRunning} then greatest(0, least(${wanted}::int, ${limit}::int - w.used))
                        else least(${wanted}::int, ${limit}::int) end`;
    const [row] = await run<Minute>(
      this.#db,
      sql`insert into rate_windows as w (team_id, token_id, started_at, used, granted)
          select ${access.teamId}::int, ${callerIdOf(access)}::uuid, now(), given, given from least(${wanted}::int, ${limit}::int) given
          on conflict (team_id, token_id) do update set
            started_at = case when ${isRunning} then w.started_at else now() end,
            used = case when ${isRunning} then w.used else 0 end + ${granted},
            granted = ${granted}
          returning used, granted, started_at as "startedAt",
            (extract(epoch from started_at + interval '1 minute' - now()) * 1000)::float8 as milliseconds`,
    );
    return row as Minute;
  }

  async #giveBack(share: Share, access: Access): Promise<void> {
    const unused = share.permits;
    if (unused === 0) return;
    share.permits = 0;
    share.left += unused;
    await run(
      this.#db,
      sql`update rate_windows set used = used - ${unused}::int
          where team_id = ${access.teamId} and token_id = ${callerIdOf(access)}::uuid and started_at = ${share.startedAt}::timestamptz`,
    );
  }

  #shareOf(caller: string): Share {
    let share = this.#shares.get(caller);
    if (!share) {
      if (this.#shares.size >= MAX_SHARES) this.close();
      const never = { limit: 0, startedAt: undefined, endsAt: 0, resetsAt: 0, refusedUntil: 0, leasing: undefined };
      share = { permits: 0, left: 0, waiting: 0, idle: undefined, ...never };
      this.#shares.set(caller, share);
    }
    return share;
  }
}
