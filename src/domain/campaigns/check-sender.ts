import { run, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { domainOf, isPlain, normaliseEmail } from '../../validation/email.ts';

/** Returns an issue for each sender address that cannot be used. */
export const addressIssues = (fromEmail: string, replyTo: string | null): Issue[] => [
  ...(isUsable(fromEmail)
    ? []
    : [{ path: ['fromEmail'], problem: 'The campaign has no sender with a valid address.' }]),
  ...(replyTo === null || isUsable(replyTo) ? [] : [{ path: ['replyTo'], problem: 'must be a valid email address.' }]),
];

function isUsable(address: string): boolean {
  const normal = normaliseEmail(address);
  return normal !== undefined && isPlain(normal);
}

/** Whether we sign messages from a domain. */
export interface Signing {
  domain: string;
  /** `absent`: neither the domain nor a parent is a sending domain of the team. */
  state: 'verified' | 'unverified' | 'absent';
}

/** Looks up the sending domain of a sender, or a parent of it, as signing does. */
export async function readSigning({ db, team }: Scope, fromEmail: string): Promise<Signing> {
  const domain = domainOf(fromEmail);
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  const [row] = await run<{ verified: boolean | null }>(
    db,
    sql`select bool_or(verified_at is not null) as verified from sending_domains
        where team_id = ${team.id} and domain = any(${names}::text[])`,
  );
  return { domain, state: row?.verified == null ? 'absent' : row.verified ? 'verified' : 'unverified' };
}

/** The domain was set up for signing, but we do not sign. */
export const notVerified = ({ domain, state }: Signing): Issue[] =>
  state === 'unverified'
    ? [
        {
          path: ['sendingDomain'],
          problem: `The sending domain ${domain} is not verified. Messages would be sent without a DKIM signature, and mailbox providers may reject them or mark them as spam. Publish its DNS records and check them.`,
        },
      ]
    : [];

/** The mail server may sign instead. */
export const notSetUp = ({ domain, state }: Signing): Issue[] =>
  state === 'absent'
    ? [
        {
          path: ['sendingDomain'],
          problem: `The domain ${domain} is not a sending domain of the team. Unless the mail server signs its messages, mailbox providers may reject them or mark them as spam.`,
        },
      ]
    : [];
