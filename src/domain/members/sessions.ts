import { type Database, run, sql } from '../../database/connect.ts';
import { newId } from '../../ids.ts';
import { notify } from '../../live/pubsub.ts';
import type { Scope } from '../../scope.ts';
import type { Language } from '../../validation/language.ts';
import { storable } from '../../validation/text.ts';
import { found, idOf } from '../found.ts';
import { endOfSession } from '../platform/session-life.ts';
import { newSignInSecret } from '../platform/sign-in-secrets.ts';
import { hashOf } from '../platform/tokens.ts';
import { isOwnTeamOnly } from './own-team-only.ts';

const LONGEST_BROWSER = 200;

/** A browser in which a member is signed in. */
export interface Session {
  id: string;
  teamName: string;
  browser: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** The data of a new session: its member, browser (by its user agent), and requested language. */
interface Beginning {
  teamId: number;
  memberId: string;
  browser: string | undefined;
  /** Seconds after which it ends if it is not used. */
  idleSeconds: number;
  language?: Language;
  /** Whether it gives access only to its team. */
  ownTeamOnly?: boolean;
}

/** A session with its member. */
export interface OfMember {
  id: string;
  teamId: number;
  memberId: string;
}

/**
 * Starts a session with a new secret, independent of any earlier session in the browser, and records the user's language.
 * Returns the session's id, and its secret for the cookie only.
 */
export async function beginSession(
  db: Database,
  { teamId, memberId, browser, idleSeconds, language, ownTeamOnly = false }: Beginning,
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [newId(), newSignInSecret()];
  const name = browser === undefined ? null : storable(browser.slice(0, LONGEST_BROWSER));
  await run(
    db,
    sql`insert into sessions (team_id, id, member_id, hash, browser, own_team_only, expires_at)
        values (${teamId}, ${id}::uuid, ${memberId}::uuid, ${hashOf(secret)}, ${name}, ${ownTeamOnly},
          ${endOfSession(sql`now()`, idleSeconds)})`,
  );
  if (language !== undefined) {
    await run(
      db,
      sql`update users u set language = ${language} from members m
          where m.team_id = ${teamId} and m.id = ${memberId}::uuid and u.id = m.user_id
            and u.language is distinct from ${language}`,
    );
  }
  return { id, secret };
}

/**
 * Ends the session with this secret, when signing out or signing in again in the same browser. Undefined if there is none.
 */
export async function endSession(db: Database, secret: string): Promise<OfMember | undefined> {
  const [ended] = await run<OfMember>(
    db,
    sql`delete from sessions where hash = ${hashOf(secret)}
        returning id::text, team_id as "teamId", member_id::text as "memberId"`,
  );
  if (ended) await notify(db, { topic: 'access.changed', teamId: ended.teamId });
  return ended;
}

/** All sessions of the calling member, in all teams they may see, the last used first. */
export const listSessions = ({ db, team, actor }: Scope): Promise<Session[]> =>
  run<Session>(
    db,
    sql`select s.id::text, t.name as "teamName", s.browser, s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
          s.expires_at as "expiresAt"
        from members me join members m on m.user_id = me.user_id
        join sessions s on s.team_id = m.team_id and s.member_id = m.id join teams t on t.id = s.team_id
        where me.team_id = ${team.id} and me.id = ${actor.memberId ?? null}::uuid and s.expires_at > now()
          and (s.team_id = me.team_id or not ${isOwnTeamOnly(actor)})
        order by s.last_used_at desc, s.id desc`,
  );

/** Ends a session of the calling member, at once and everywhere. Throws NotFoundError. */
export async function revokeSession({ db, team, actor }: Scope, id: unknown): Promise<OfMember> {
  const [ended] = await run<OfMember>(
    db,
    sql`delete from sessions s using members m, members me
        where s.id = ${idOf(id)}::uuid and m.team_id = s.team_id and m.id = s.member_id and m.user_id = me.user_id
          and me.team_id = ${team.id} and me.id = ${actor.memberId ?? null}::uuid
          and (s.team_id = me.team_id or not ${isOwnTeamOnly(actor)})
        returning s.id::text, s.team_id as "teamId", s.member_id::text as "memberId"`,
  );
  const session = found(ended);
  await notify(db, { topic: 'access.changed', teamId: session.teamId });
  return session;
}

/** Removes sessions that have expired. */
export const removeExpiredSessions = (db: Database): Promise<unknown[]> =>
  run(db, sql`delete from sessions where expires_at <= now()`);
