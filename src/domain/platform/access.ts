import { type Database, run, sql } from '../../database/connect.ts';
import { UnauthenticatedError } from '../../errors.ts';
import type { PubSub } from '../../live/pubsub.ts';
import { hashOf } from './tokens.ts';

export interface Access {
  tokenId: string;
  teamId: number;
  ability: 'read' | 'write';
  /** Calls per minute of this token; null for the installation's. */
  rateLimit: number | null;
  /** Whether its team is. */
  suspended: boolean;
}

interface Row extends Access {
  /** Milliseconds since 1970, or null when it never expires. */
  expiresAt: number | null;
}

/** How long a copy is trusted at most. Changes are told at once by notice; this bounds what a lost notice could cost. */
const TRUSTED_MS = 10_000;
const MAX_COPIES = 10_000;

/**
 * Tells who a bearer token is. Tokens are looked up once and then known in memory until a notice says that the token
 * or its team changed (docs/adr/0005): a look-up on every request would halve the fastest reads.
 */
export class AccessControl {
  readonly #db: Database;
  readonly #pubsub: PubSub;
  readonly #copies = new Map<string, { row: Row; until: number }>();
  /** Grows with every change told, so that a look-up under way meanwhile is not kept. */
  #changes = 0;

  constructor(db: Database, pubsub: PubSub) {
    this.#db = db;
    this.#pubsub = pubsub;
    pubsub.onInterrupted(() => {
      this.#changes += 1;
      this.#copies.clear();
    });
    pubsub.on('access.changed', ({ teamId }) => this.forget(teamId));
  }

  /** Drops what is known of a team's tokens: for the process that changes one, whose caller must not outrun the notice. */
  forget(teamId: number): void {
    this.#changes += 1;
    for (const [key, { row }] of this.#copies) if (row.teamId === teamId) this.#copies.delete(key);
  }

  /**
   * Takes the value of an Authorization header. Throws UnauthenticatedError for no, a malformed, unknown, revoked or
   * expired token. A suspended team is told apart: whoever asks counts the call first, then refuses.
   */
  async identify(authorization: string | undefined): Promise<Access> {
    const token = /^Bearer +([\x21-\x7e]{1,512})$/i.exec(authorization ?? '')?.[1];
    if (!token) throw new UnauthenticatedError();
    const row = this.#known(token) ?? (await this.#lookUp(token));
    if (!row || (row.expiresAt !== null && row.expiresAt <= Date.now())) throw new UnauthenticatedError();
    return row;
  }

  /** Calls back once when the access ends: token revoked or expired, team suspended. Gives a way to stop listening. */
  watch(access: Access, ended: () => void): () => void {
    const check = async () => {
      const row = await this.#read(sql`t.id = ${access.tokenId}::uuid`).catch(() => undefined);
      if (row === null || row?.suspended) return ended();
      if (row?.expiresAt) expire(row.expiresAt);
    };
    let timer: NodeJS.Timeout | undefined;
    const expire = (at: number) => {
      clearTimeout(timer);
      timer = setTimeout(check, Math.min(Math.max(at - Date.now(), 0), 2 ** 31 - 1)).unref();
    };
    const stops = [
      this.#pubsub.on('access.changed', ({ teamId }) => void (teamId === access.teamId && check())),
      this.#pubsub.onInterrupted(() => void check()),
    ];
    void check();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }

  #known(token: string): Row | undefined {
    const copy = this.#pubsub.listening ? this.#copies.get(token) : undefined;
    return copy && copy.until > Date.now() ? copy.row : undefined;
  }

  async #lookUp(token: string): Promise<Row | null> {
    const changes = this.#changes;
    const row = await this.#read(sql`t.hash = ${hashOf(token)}`);
    if (!row || changes !== this.#changes) return row;
    if (this.#copies.size >= MAX_COPIES) this.#copies.clear();
    this.#copies.set(token, { row, until: Date.now() + TRUSTED_MS });
    return row;
  }

  async #read(which: ReturnType<typeof sql>): Promise<Row | null> {
    const [row] = await run<Row>(
      this.#db,
      sql`with used as (
            update api_tokens t set last_used_at = now()
            where ${which} and revoked_at is null and (last_used_at is null or last_used_at < now() - interval '1 minute')
          )
          select t.id as "tokenId", t.team_id as "teamId", t.ability::text as ability,
                 t.rate_limit as "rateLimit", (extract(epoch from t.expires_at) * 1000)::float8 as "expiresAt", team.status = 'suspended' as suspended
          from api_tokens t join teams team on team.id = t.team_id
          where ${which} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`,
    );
    return row ?? null;
  }
}
