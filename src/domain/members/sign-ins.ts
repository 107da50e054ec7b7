import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { enqueue } from '../../database/enqueue.ts';
import { newId } from '../../ids.ts';
import type { Language } from '../../validation/language.ts';
import { isSignInSecret, newSignInSecret } from '../platform/sign-in-secrets.ts';
import { hashOf } from '../platform/tokens.ts';
import { isWithinLimits, linksBefore } from './sign-in-limits.ts';
import type { User } from './users.ts';

/** How long a link can be used, in seconds. */
export const LINK_SECONDS = 15 * 60;

/** The class of the advisory locks of addresses that receive links. */
const LINKS = 0x73_69_67_6e;

/** The team key for work that belongs to no team. */
export const NO_TEAM = 0;

interface Asking {
  email: string;
  /** The secret of the browser's cookie. */
  browser: string;
  /** The id of a device that was signed in with the address before. */
  device: string | undefined;
  /** The browser's network: of one person, and of a provider's customer. */
  network: string;
  block: string;
  /** Of the mail. */
  language: Language;
}

/**
 * Records a browser's request for a sign-in link to this address, and mails it if the address belongs to a user. Everything
 * done here is the same for every address.
 */
export async function askToSignIn(db: Database, asking: Asking): Promise<void> {
  const { email, browser, device, network, block, language } = asking;
  const id = newId();
  const deviceHash = device === undefined ? null : hashOf(device);
  await run(
    db,
    sql`insert into sign_ins (id, email, language, browser_hash, device_hash, network, block, expires_at)
        values (${id}::uuid, ${email}, ${language}, ${hashOf(browser)}, ${deviceHash}::bytea, ${network}, ${block}, now() + make_interval(secs => ${LINK_SECONDS}))`,
  );
  await enqueue(db, 'mail-sign-in-link', { teamId: NO_TEAM, signInId: id });
}

/** A link to be mailed. */
export interface SignInLink {
  email: string;
  language: string;
  secret: string;
  /** Whether the address belongs to a user. The link must not be mailed otherwise. */
  isWanted: boolean;
}

/**
 * Creates the secret of a link, whose only copy is in the mail. This runs for any address, so that it takes as long for an
 * unknown one. Undefined if the browser or its network has reached its limit for the address, or if it is too late.
 */
export async function makeSignInLink(db: Database, id: string): Promise<SignInLink | undefined> {
  const secret = newSignInSecret();
  const made = await inTransaction(db, async (db) => {
    // Links to one address are counted one after another.
    await run(
      db,
      sql`select pg_advisory_xact_lock(${LINKS}::int, hashtext(s.email)) from sign_ins s where s.id = ${id}::uuid`,
    );
    const [row] = await run<Pick<SignInLink, 'email' | 'language'>>(
      db,
      sql`update sign_ins s set link_hash = ${hashOf(secret)} from (${linksBefore(id)}) made
          where s.id = ${id}::uuid and s.used_at is null and s.expires_at > now() and ${isWithinLimits}
          returning s.email, s.language`,
    );
    return row;
  });
  return made && { ...made, secret, isWanted: await signsIn(db, made.email) };
}

/**
 * Whether an address belongs to a user. A separate query: Citus has the tables of members, but not that of links
 * (docs/adr/0044).
 */
async function signsIn(db: Database, email: string): Promise<boolean> {
  const [row] = await run<{ known: boolean }>(
    db,
    sql`select exists (select from users u join members m on m.user_id = u.id where u.email = ${email}) as known`,
  );
  return row!.known;
}

/** Whether a link can be used in this browser. Changes nothing. */
export async function isOpen(db: Database, link: string, browser: string | undefined): Promise<boolean> {
  if (!isSignInSecret(link) || !browser) return false;
  const rows = await run(
    db,
    sql`select 1 from sign_ins where link_hash = ${hashOf(link)} and browser_hash = ${hashOf(browser)}
          and used_at is null and expires_at > now()`,
  );
  return rows.length > 0;
}

/**
 * Uses a link in the browser that requested it. Undefined if it was requested in another browser, was used, has expired or
 * is invalid, and if the user is gone.
 */
export async function useSignInLink(
  db: Database,
  link: string,
  browser: string | undefined,
): Promise<User | undefined> {
  if (!isSignInSecret(link) || !browser) return undefined;
  const [used] = await run<{ email: string }>(
    db,
    sql`update sign_ins set used_at = now()
        where link_hash = ${hashOf(link)} and browser_hash = ${hashOf(browser)} and used_at is null and expires_at > now()
        returning email`,
  );
  if (!used) return undefined;
  const [user] = await run<User>(
    db,
    sql`select u.id::text, u.email, u.name from users u where u.email = ${used.email}`,
  );
  return user;
}

/** Removes requests that are too old for any limit. */
export const removeOldSignIns = (db: Database): Promise<unknown[]> =>
  run(db, sql`delete from sign_ins where created_at < now() - interval '1 day'`);
