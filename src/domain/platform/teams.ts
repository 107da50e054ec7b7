import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { newId } from '../../ids.ts';
import { notify } from '../../live/pubsub.ts';
import { senderAddress } from '../../validation/email.ts';
import { filled, oneLine, optionalText, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { found, idOf } from '../found.ts';
import { createToken } from './tokens.ts';

const teamInput = record({
  name: filled(255),
  fromEmail: optionalText(senderAddress()),
  fromName: optionalText(oneLine(255)),
});

/**
 * Prepares the initial content of a new team, and returns a function that inserts it in the transaction that creates the
 * team. That gets the internal key of the team.
 */
export type SetUpTeam = () => Promise<(db: Database, teamId: number) => Promise<void>>;

const empty: SetUpTeam = async () => async () => {};

interface Beginning {
  /** The first token. Default: a random one. */
  secret?: string | undefined;
  /** Default: no initial content. */
  setUp?: SetUpTeam;
}

/** Creates a team with its first read + write token. Returns the token, which is shown only once. */
export async function createTeam(
  db: Database,
  input: unknown,
  { secret, setUp = empty }: Beginning = {},
): Promise<{ id: string; token: string }> {
  const data = parse(teamInput, input);
  const put = await setUp();
  return inTransaction(db, async (db) => {
    const team = await db.team.create({ data: { ...data, publicId: newId() } });
    await put(db, team.id);
    const token = await createToken(db, team.id, { name: 'First token', ability: 'write' }, secret);
    return { id: team.publicId, token };
  });
}

/** Suspends a team (every call gets 403 and its live subscriptions end) or resumes it. Throws NotFoundError. */
export function setTeamStatus(db: Database, publicId: string, status: 'active' | 'suspended'): Promise<void> {
  return inTransaction(db, async (db) => {
    const team = await findTeam(db, publicId);
    await db.team.update({ where: { id: team.id }, data: { status } });
    await notify(db, { topic: 'access.changed', teamId: team.id });
  });
}

/** Returns the team with this public id; without an id, the oldest team. Throws NotFoundError. */
export async function findTeam(db: Database, publicId?: string): Promise<{ id: number; publicId: string }> {
  const where = publicId === undefined ? {} : { publicId: idOf(publicId) };
  return found(await db.team.findFirst({ where, orderBy: { id: 'asc' } }));
}

/** On the very first start, creates a team and returns its token. Returns undefined if a team exists. */
export async function bootstrap(db: Database, beginning: Beginning = {}): Promise<string | undefined> {
  // The case for every later start.
  if (await db.team.findFirst()) return undefined;
  return inTransaction(db, async (db) => {
    // Processes that start at the same time must not create two first teams.
    await run(db, sql`select pg_advisory_xact_lock(7218446)::text`);
    if (await db.team.findFirst()) return undefined;
    const { token } = await createTeam(db, { name: 'My team' }, beginning);
    return token;
  });
}
