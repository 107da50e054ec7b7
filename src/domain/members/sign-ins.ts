import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { enqueue } from '../../database/enqueue.ts';
import { newId } from '../../ids.ts';
import type { Language } from '../../validation/language.ts';
import { isSignInSecret, newSignInSecret } from '../platform/sign-in-secrets.ts';
import { hashOf } from '../platform/tokens.ts';
import { hasRoom, linksBefore } from './sign-in-room.ts';
import type { User } from './users.ts';

/** How long a link can be used, in seconds. */
export const LINK_SECONDS = 15 * 60;

/** The class of the advisory locks of addresses that links are made for. */
const LINKS = 0x73_69_67_6e;

/** The team of work that is for none. */
export const NO_TEAM = 0;

interface Asking {
  email: string;
  /** The secret of the browser's cookie. */
  browser: string;
  /** The id of a device on which somebody was signed in with the address before. */
  device: string | undefined;
  /** Where the browser asks from: the network of one person, and that of a provider's customer. */
  network: string;
  block: string;
  /** Of the mail. */
  language: Language;
}

/**
 * Notes that a browser asks to be signed in by a link to this address, and has it mailed if somebody signs in with it. All
 * that is done here is the same for every address.
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
  /** Whether anybody signs in with the address: nobody else is to get it. */
  isWanted: boolean;
}

/**
 * Makes the secret of a link, of which the mail is the only copy: for any address, so that it takes as long for one that nobody
 * has. Undefined when the browser or its network got as many links to the address as it may, and when it is too late.
 */
export async function makeSignInLink(db: Database, id: string): Promise<SignInLink | undefined> {
  const secret = newSignInSecret();
  const made = await inTransaction(db, async (db) => {
    // Links to one address are counted one after the other.
    await run(
      db,
      sql`select pg_advisory_xact_lock(${LINKS}::int, hashtext(s.email)) from sign_ins s where s.id = ${id}::uuid`,
    );
    const [row] = await run<Pick<SignInLink, 'email' | 'language'>>(
      db,
      sql`update sign_ins s set link_hash = ${hashOf(secret)} from (${linksBefore(id)}) made
          where s.id = ${id}::uuid and s.used_at is null and s.expires_at > now() and ${hasRoom}
          returning s.email, s.language`,
    );
    return row;
  });
  return made && { ...made, secret, isWanted: await signsIn(db, made.email) };
}

/** Whether somebody signs in with an address. Asked alone: Citus has the tables of members, and not that of links (docs/adr/0044). */
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
 * Uses a link in the browser that asked for it. Undefined when it was asked for in another, was used, has expired, or is
 * none, and when the user is gone.
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

/** Removes what was asked for longer ago than it counts for anything. */
export const removeOldSignIns = (db: Database): Promise<unknown[]> =>
  run(db, sql`delete from sign_ins where created_at < now() - interval '1 day'`);
