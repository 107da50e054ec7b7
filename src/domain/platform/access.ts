import { databaseNow } from '../../database/clock.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { UnauthenticatedError } from '../../errors.ts';
import type { PubSub } from '../../live/pubsub.ts';
import type { Actor, Role } from '../../scope.ts';
import { hashOf } from './tokens.ts';

/** A caller who was let in: a program with a token, or a member of the team with a session. */
export type Access = TokenAccess | MemberAccess;

interface AnyAccess {
  teamId: number;
  ability: 'read' | 'write';
  /** Calls per minute of this caller; null for the installation's limit. */
  rateLimit: number | null;
  /** Whether the team is suspended. */
  suspended: boolean;
}

export interface TokenAccess extends AnyAccess {
  kind: 'token';
  tokenId: string;
}

export interface MemberAccess extends AnyAccess {
  kind: 'member';
  /** Of the membership, as the API shows it. */
  memberId: string;
  role: Role;
  sessionId: string;
}

/** The id by which a caller's calls are counted. */
export const callerIdOf = (access: Access): string => (access.kind === 'token' ? access.tokenId : access.memberId);

/** The actor that a caller is. */
export const actorOf = (access: Access): Actor =>
  access.kind === 'token'
    ? { kind: 'token', tokenId: access.tokenId, ability: access.ability }
    : { kind: 'member', memberId: access.memberId, role: access.role, ability: access.ability };

type Row = Access & {
  /** Milliseconds since 1970, or null when it never expires. */
  expiresAt: number | null;
};

/** How long a copy is used at most. Changes arrive at once by notice; this limits the effect of a lost notice. */
const TRUSTED_MS = 10_000;
const MAX_COPIES = 10_000;

/**
 * Authenticates bearer tokens. A token is looked up once and then cached until a notice says that it or its team
 * changed (docs/adr/0005): a look-up on every request would halve the rate of the fastest reads.
 */
export class AccessControl {
  readonly #db: Database;
  readonly #pubsub: PubSub;
  readonly #copies = new Map<string, { row: Row; until: number }>();
  /** Counts the notices, so that the result of a look-up that a notice has overtaken is not cached. */
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

  /**
   * Drops a team's cached tokens. For the process that changes a token: its next request may come before the notice.
   */
  forget(teamId: number): void {
    this.#changes += 1;
    for (const [key, { row }] of this.#copies) if (row.teamId === teamId) this.#copies.delete(key);
  }

  /**
   * Authenticates an Authorization header. Throws UnauthenticatedError when the token is missing, malformed, unknown,
   * revoked or expired. Does not throw for a suspended team: the caller counts the call first, then refuses it.
   */
  async identify(authorization: string | undefined): Promise<Access> {
    const token = /^Bearer +([\x21-\x7e]{1,512})$/i.exec(authorization ?? '')?.[1];
    if (!token) throw new UnauthenticatedError();
    const row = this.#known(token) ?? (await this.#lookUp(token));
    if (!row || (row.expiresAt !== null && row.expiresAt <= databaseNow(this.#db).getTime()))
      throw new UnauthenticatedError();
    return row;
  }

  /**
   * Calls `ended` when the token is revoked or expires, or the team is suspended. Returns a function that stops
   * watching.
   */
  watch(access: Access, ended: () => void): () => void {
    const check = async () => {
      const row = await this.#read(sql`t.id = ${callerIdOf(access)}::uuid`).catch(() => undefined);
      if (row === null || row?.suspended) return ended();
      if (row?.expiresAt) expire(row.expiresAt);
    };
    let timer: NodeJS.Timeout | undefined;
    const expire = (at: number) => {
      clearTimeout(timer);
      timer = setTimeout(check, Math.min(Math.max(at - databaseNow(this.#db).getTime(), 0), 2 ** 31 - 1)).unref();
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
          select 'token' as kind, t.id as "tokenId", t.team_id as "teamId", t.ability::text as ability,
                 t.rate_limit as "rateLimit", (extract(epoch from t.expires_at) * 1000)::float8 as "expiresAt", team.status = 'suspended' as suspended
          from api_tokens t join teams team on team.id = t.team_id
          where ${which} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`,
    );
    return row ?? null;
  }
}
