import { coalesce } from '../../async/coalesce.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';

/** Calls counted by one statement. */
const MOST_AT_ONCE = 500;
/** Networks that a process remembers as over their limit; beyond this number, the one refused first is counted again. */
const MOST_REFUSED = 50_000;

interface Counting {
  /** The kind of call: the same network may fill in forms, sign in, and read the schema. */
  kind: 'form' | 'page' | 'graphql';
  /** Calls per minute. */
  max: number;
}

/**
 * Limits anonymous calls from a network, over all processes of the installation (docs/adr/0101). A minute begins with the
 * first call, on the database's clock. Simultaneous calls from all networks are counted by one statement. A network over
 * its limit is remembered until its minute ends, and refused without a statement.
 */
export class NetworkLimit {
  readonly #db: Database;
  readonly #counting: Counting;
  /** Until when networks are refused, in milliseconds on the process's own clock. */
  readonly #refused = new Map<string, number>();
  readonly #count: (network: string) => Promise<boolean>;

  constructor(db: Database, counting: Counting) {
    this.#db = db;
    this.#counting = counting;
    this.#count = coalesce((networks) => this.#countAll(networks), { max: MOST_AT_ONCE, parallel: 1 });
  }

  /** Counts a call. Returns undefined, or if it is refused, the whole seconds to wait. */
  async take(network: string): Promise<number | undefined> {
    const before = this.#waitOf(network);
    if (before !== undefined) return before;
    return (await this.#count(network)) ? undefined : (this.#waitOf(network) ?? 1);
  }

  #waitOf(network: string): number | undefined {
    const until = this.#refused.get(network);
    if (until === undefined) return undefined;
    const left = until - performance.now();
    if (left > 0) return Math.ceil(left / 1_000);
    this.#refused.delete(network);
    return undefined;
  }

  /** Decides for each call whether it is allowed: of one network's calls, the first ones. */
  async #countAll(networks: readonly string[]): Promise<boolean[]> {
    const { max } = this.#counting;
    const calls = new Map<string, number>();
    for (const network of networks) calls.set(network, (calls.get(network) ?? 0) + 1);
    const askedAt = performance.now();
    const left = new Map<string, number>();
    for (const { network, used, granted, milliseconds } of await this.#write(calls)) {
      left.set(network, granted);
      if (used >= max) this.#refuse(network, askedAt + milliseconds);
    }
    return networks.map((network) => {
      const rest = left.get(network) ?? 0;
      left.set(network, rest - 1);
      return rest > 0;
    });
  }

  #write(calls: ReadonlyMap<string, number>) {
    const { kind, max } = this.#counting;
    const isRunning = sql`w.started_at > now() - interval '1 minute'`;
    const granted = sql`case when ${isRunning} then greatest(0, least(excluded.used, ${max}::int - w.used)) else excluded.used end`;
    return run<{ network: string; used: number; granted: number; milliseconds: number }>(
      this.#db,
      sql`insert into network_windows as w (kind, network, started_at, used, granted)
          select ${kind}, network, now(), least(calls, ${max}::int), least(calls, ${max}::int)
          from unnest(${[...calls.keys()]}::text[], ${[...calls.values()]}::int[]) asked (network, calls) order by network
          on conflict (kind, network) do update set
            started_at = case when ${isRunning} then w.started_at else now() end,
            used = case when ${isRunning} then w.used else 0 end + ${granted},
            granted = ${granted}
          returning network, used, granted,
            (extract(epoch from started_at + interval '1 minute' - now()) * 1000)::float8 as milliseconds`,
    );
  }

  #refuse(network: string, until: number): void {
    this.#refused.delete(network); // so that it is the last again
    this.#refused.set(network, until);
    if (this.#refused.size <= MOST_REFUSED) return;
    const [first] = this.#refused.keys();
    this.#refused.delete(first as string);
  }
}

const HAS_ENDED = sql`started_at <= now() - interval '1 minute'`;

/** Minutes that have ended. */
export const ENDED_WINDOWS: Sql = sql`select from network_windows where ${HAS_ENDED}`;

/** Removes ended minutes, except those that are just being restarted. */
export const removeEndedWindows = (db: Database): Promise<unknown[]> =>
  run(
    db,
    sql`delete from network_windows where (kind, network) in (
          select kind, network from network_windows where ${HAS_ENDED} for update skip locked
        )`,
  );
