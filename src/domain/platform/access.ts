import { databaseNow } from '../../database/clock.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { READ_ONLY } from '../../database/watch-connections.ts';
import { AccessEndedError, type ExpectedError, ForbiddenError, UnauthenticatedError } from '../../errors.ts';
import type { PubSub } from '../../live/pubsub.ts';
import type { Actor, Role } from '../../scope.ts';
import { endOfSession } from './session-life.ts';
import { isSignInSecret } from './sign-in-secrets.ts';
import type { TokenScope } from './token-scopes.ts';
import { hashOf } from './tokens.ts';

/** An authenticated caller: a program with a token, or a member of the team with a session. */
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
  /** The member who created it, or took it over. Null: the operator's. */
  createdBy: string | null;
  /** The most it may do: the lower of its creator's role then and now. The operator's token has the role of an owner. */
  role: Role;
  /** Empty: unrestricted within its ability. */
  tokenScopes: readonly TokenScope[];
}

/** The credentials of a call. A token takes precedence over a session. */
export interface Credentials {
  /** The Authorization header. */
  authorization?: string | undefined;
  /** The secret of a session. */
  session?: string | undefined;
}

export interface MemberAccess extends AnyAccess {
  kind: 'member';
  /** The membership's id in the API. */
  memberId: string;
  role: Role;
  sessionId: string;
  /** The session was started by an invitation alone: it gives access only to its team. */
  ownTeamOnly: boolean;
}

/** The id by which a caller's calls are counted. */
export const callerIdOf = (access: Access): string => (access.kind === 'token' ? access.tokenId : access.memberId);

/** The actor for a caller. */
export const actorOf = (access: Access): Actor =>
  access.kind === 'token'
    ? {
        kind: 'token',
        tokenId: access.tokenId,
        role: access.role,
        ability: access.ability,
        ...(access.createdBy !== null && { createdBy: access.createdBy }),
      }
    : {
        kind: 'member',
        memberId: access.memberId,
        role: access.role,
        ability: access.ability,
        ...(access.ownTeamOnly && { ownTeamOnly: true }),
      };

type Row = Access & {
  /** Milliseconds since 1970, or null if it never expires. */
  expiresAt: number | null;
};

/** The longest use of a cached copy. Changes arrive at once by notice; this limits the effect of a lost notice. */
const TRUSTED_MS = 10_000;
const MAX_COPIES = 10_000;

/**
 * Authenticates bearer tokens and the sessions of members. Each is looked up once and then cached until a notice says that
 * it or its team changed (docs/adr/0005): a lookup for every request would halve the rate of the fastest reads.
 */
export class AccessControl {
  readonly #db: Database;
  readonly #pubsub: PubSub;
  readonly #idleSeconds: number;
  readonly #copies = new Map<string, { row: Row; until: number }>();
  readonly #lookUps = new Map<string, { row: Promise<Row | null>; changes: number }>();
  /** Counts the notices, so that a lookup overtaken by a notice is not cached. */
  #changes = 0;

  /** `idleSeconds`: the time after which an unused session ends. */
  constructor(db: Database, pubsub: PubSub, idleSeconds: number) {
    this.#db = db;
    this.#pubsub = pubsub;
    this.#idleSeconds = idleSeconds;
    pubsub.onInterrupted(() => {
      this.#changes += 1;
      this.#copies.clear();
    });
    pubsub.on('access.changed', ({ teamId }) => this.forget(teamId));
  }

  /**
   * Drops a team's cached tokens and sessions. For the process that changes one: its next request may come before the
   * notice.
   */
  forget(teamId: number): void {
    this.#changes += 1;
    for (const [key, { row }] of this.#copies) if (row.teamId === teamId) this.#copies.delete(key);
  }

  /**
   * Authenticates a token or a session. Throws UnauthenticatedError if there is none, or it is malformed, unknown, revoked
   * or expired. Does not throw for a suspended team: the caller counts the call first, then refuses it.
   */
  async identify(credentials: Credentials): Promise<Access> {
    const key = keyOf(credentials, this.#idleSeconds);
    if (!key) throw new UnauthenticatedError();
    const row = this.#known(key.name) ?? (await this.#lookUpOnce(key));
    if (!row || this.#hasExpired(row)) throw new UnauthenticatedError();
    return row;
  }

  /**
   * Calls `ended` when the token or the session ends (a stream alone does not count as its use), the role of the member or
   * of the token's creator changes, or the team is suspended. Returns a function that stops watching.
   */
  watch(access: Access, ended: (why: ExpectedError) => void): () => void {
    const read = () =>
      access.kind === 'token'
        ? this.#read(tokenWhere(sql`t.id = ${access.tokenId}::uuid`))
        : this.#read(sessionWhere(sql`s.team_id = ${access.teamId} and s.id = ${access.sessionId}::uuid`));
    const check = async () => {
      const row = await read().catch(() => undefined);
      if (row === null) return ended(new AccessEndedError());
      if (row?.suspended) return ended(new ForbiddenError('The team is suspended.'));
      if (row && !isSame(row, access)) return ended(new ForbiddenError('Your rights have changed. Subscribe again.'));
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

  #known(name: string): Row | undefined {
    const copy = this.#pubsub.listening ? this.#copies.get(name) : undefined;
    // Using a session extends it, which a cached copy does not know: one that seems to have ended is looked up again.
    return copy && copy.until > Date.now() && !this.#hasExpired(copy.row) ? copy.row : undefined;
  }

  #hasExpired({ expiresAt }: Row): boolean {
    return expiresAt !== null && expiresAt <= databaseNow(this.#db).getTime();
  }

  /**
   * Simultaneous calls share a lookup, because a copy expires for all of a caller's calls at once. A lookup overtaken by a
   * notice is not shared.
   */
  #lookUpOnce(key: Key): Promise<Row | null> {
    const begun = this.#lookUps.get(key.name);
    if (begun?.changes === this.#changes) return begun.row;
    const lookUp = { row: this.#lookUp(key), changes: this.#changes };
    this.#lookUps.set(key.name, lookUp);
    const end = () => void (this.#lookUps.get(key.name) === lookUp && this.#lookUps.delete(key.name));
    lookUp.row.then(end, end);
    return lookUp.row;
  }

  async #lookUp({ name, statement }: Key): Promise<Row | null> {
    const changes = this.#changes;
    const row = await this.#read(statement());
    if (!row || changes !== this.#changes) return row;
    if (this.#copies.size >= MAX_COPIES) this.#copies.clear();
    this.#copies.set(name, { row, until: Date.now() + TRUSTED_MS });
    return row;
  }

  /** While the database is read-only, the last use is not recorded, and reads are still answered. */
  async #read({ note, look }: LookUp): Promise<Row | null> {
    const both = note ? sql`with used as (${note}) ${look}` : look;
    const rows = await run<Row>(this.#db, both).catch((error: { code?: string }) => {
      if (error.code !== READ_ONLY) throw error;
      return run<Row>(this.#db, look);
    });
    return rows[0] ?? null;
  }
}

interface Key {
  /** The cache key. */
  name: string;
  statement(): LookUp;
}

interface LookUp {
  /** Records the use. */
  note?: Sql;
  look: Sql;
}

/** Undefined without usable credentials. An invalid header does not fall back to the cookie. */
function keyOf({ authorization, session }: Credentials, idleSeconds: number): Key | undefined {
  if (authorization === undefined) {
    if (!session || !isSignInSecret(session)) return undefined;
    const which = () => sql`s.hash = ${hashOf(session)}`;
    return { name: `session ${session}`, statement: () => usedSession(which(), idleSeconds) };
  }
  const token = /^Bearer +([\x21-\x7e]{1,512})$/i.exec(authorization)?.[1];
  return token ? { name: token, statement: () => tokenWhere(sql`t.hash = ${hashOf(token)}`) } : undefined;
}

const isSame = (row: Access, access: Access): boolean => row.role === access.role && row.ability === access.ability;

/** The lower of two roles: they are in the order owner, editor, viewer, and `greatest` ignores null. */
const TOKEN_ROLE = sql`greatest(coalesce(t.role, case when t.created_by is null then 'owner' else 'editor' end::"Role"), maker.role)`;

const tokenWhere = (which: Sql): LookUp => ({
  note: sql`
    update api_tokens t set last_used_at = now()
    where ${which} and revoked_at is null and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
  look: sql`
  select 'token' as kind, t.id as "tokenId", t.team_id as "teamId", t.created_by::text as "createdBy", ${TOKEN_ROLE}::text as role,
         case when ${TOKEN_ROLE} = 'viewer' then 'read' else t.ability::text end as ability, t.scopes as "tokenScopes",
         t.rate_limit as "rateLimit", (extract(epoch from t.expires_at) * 1000)::float8 as "expiresAt", team.status = 'suspended' as suspended
  from api_tokens t join teams team on team.id = t.team_id
    left join members maker on maker.team_id = t.team_id and maker.id = t.created_by
  where ${which} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    and (t.created_by is null or maker.id is not null)`,
});

/** Like `sessionWhere`, and records the use. */
const usedSession = (which: Sql, idleSeconds: number): LookUp => ({
  note: sql`
    update sessions s set last_used_at = now(), expires_at = ${endOfSession(sql`s.created_at`, idleSeconds)}
    where ${which} and s.expires_at > now() and last_used_at < now() - interval '1 minute'`,
  ...sessionWhere(which),
});

const sessionWhere = (which: Sql): LookUp => ({
  look: sql`
  select 'member' as kind, s.id as "sessionId", s.member_id as "memberId", s.own_team_only as "ownTeamOnly", s.team_id as "teamId", m.role::text as role,
         case when m.role = 'viewer' then 'read' else 'write' end as ability, null::int as "rateLimit",
         (extract(epoch from s.expires_at) * 1000)::float8 as "expiresAt", team.status = 'suspended' as suspended
  from sessions s join members m on m.team_id = s.team_id and m.id = s.member_id join teams team on team.id = s.team_id
  where ${which} and s.expires_at > now()`,
});
