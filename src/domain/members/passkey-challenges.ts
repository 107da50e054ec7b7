import { type Database, run, sql } from '../../database/connect.ts';
import { newSignInSecret } from '../platform/sign-in-secrets.ts';
import { hashOf } from '../platform/tokens.ts';

/** How long a passkey may take to sign, in seconds. */
export const CHALLENGE_SECONDS = 5 * 60;

/** Creates a challenge for a passkey to sign in this browser. */
export async function makeChallenge(db: Database, browser: string): Promise<string> {
  const challenge = newSignInSecret();
  await run(
    db,
    sql`insert into passkey_challenges (hash, browser_hash, expires_at)
        values (${hashOf(challenge)}, ${hashOf(browser)}, now() + make_interval(secs => ${CHALLENGE_SECONDS}))`,
  );
  return challenge;
}

/** Uses a challenge, once. Returns whether it was made for this browser and is still valid. */
export async function useChallenge(db: Database, challenge: string, browser: string): Promise<boolean> {
  const used = await run(
    db,
    sql`delete from passkey_challenges where hash = ${hashOf(challenge)} and browser_hash = ${hashOf(browser)}
          and expires_at > now() returning 1`,
  );
  return used.length > 0;
}

/** Removes unused challenges. */
export const removeOldChallenges = (db: Database): Promise<unknown[]> =>
  run(db, sql`delete from passkey_challenges where expires_at < now()`);
