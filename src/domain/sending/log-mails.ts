import type { Issue } from '../../errors.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import { newId, personKey } from '../../ids.ts';
import type { Notice } from '../../live/pubsub.ts';
import { type Scope, transaction } from '../../scope.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { ERASED, findErased } from '../privacy/erased.ts';
import { insertMails } from './insert-mails.ts';
import { replyAddresses } from './reply-addresses.ts';

/** A validated mail with its rendered subject, ready to be logged. */
export type NewMail = Omit<
  TransactionalMail,
  | ('teamId' | 'id' | 'recipients' | 'createdAt')
  | (
      | 'status'
      | 'failureReason'
      | 'opens'
      | 'clicks'
      | 'openedByClick'
      | 'openedAt'
      | 'clickedAt'
      | 'bouncedAt'
      | 'bounceKind'
      | 'complainedAt'
      | 'sentAt'
      | 'cancelledAt'
      | 'erasedAt'
      | 'happened'
      | 'contentRemovedAt'
    )
>;

/** A mail that is not a campaign's test. */
export const OF_NO_CAMPAIGN = { isTest: false, campaignId: null, asPersonKey: null, variant: null };

/** A mail that no automation wrote. */
export const OF_NO_RUN = { automationId: null, automationStep: null, runId: null };

/** The result of a mail: its row, or its issues. */
export type MailOutcome = { mail: TransactionalMail } | { issues: readonly Issue[] };

const LOGGED = {
  status: 'pending' as const,
  failureReason: null,
  opens: 0,
  clicks: 0,
  openedByClick: false,
  openedAt: null,
  clickedAt: null,
  bouncedAt: null,
  bounceKind: null,
  complainedAt: null,
  sentAt: null,
  cancelledAt: null,
  erasedAt: null,
  contentRemovedAt: null,
  happened: [] as string[],
};

/**
 * Logs mails as pending, in order. The mails, their messages in the ledger and all notices commit together, so an accepted
 * mail will be sent. Leaves out mails to erased people.
 */
export function logMails(scope: Scope, mails: readonly NewMail[]): Promise<MailOutcome[]> {
  if (mails.length === 0) return Promise.resolve([]);
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const rows = mails.map((mail) => ({ ...mail, id: newId(), recipients: recipientsOf(mail) }));
    const times = await insert(scope, rows);
    const logged = rows.filter(({ id }) => times.has(id));
    await announce(scope, logged);
    const outcomes: MailOutcome[] = [];
    for (const row of rows) {
      const createdAt = times.get(row.id);
      outcomes.push(
        createdAt
          ? { mail: { ...row, ...LOGGED, teamId: scope.team.id, createdAt } }
          : { issues: await erasedIssues(scope, row) },
      );
    }
    return outcomes;
  });
}

type Row = NewMail & { id: string; recipients: string[] };

const recipientsOf = ({ to, cc, bcc }: NewMail): string[] => [...new Set([...to, ...cc, ...bcc])];

/** Returns when each mail was logged, by id. */
async function insert(scope: Scope, rows: readonly Row[]): Promise<Map<string, Date>> {
  const peopleOf = (row: Row) => addressesOf(row).map(({ email }) => personKey(scope.team.id, email));
  const logged = await insertMails(
    scope,
    rows.map((row) => ({ ...row, people: peopleOf(row) })),
  );
  return new Map(logged.map(({ id, createdAt }) => [id, createdAt]));
}

async function announce(scope: Scope, logged: readonly Row[]): Promise<void> {
  if (logged.length === 0) return;
  const pending = { topic: 'mail.status', teamId: scope.team.id, status: 'pending' } as const;
  const notices = logged.map(({ id }): Notice => ({ ...pending, id }));
  if (logged.some(({ sendAt }) => sendAt === null))
    notices.push({ topic: 'mail.queued', teamId: scope.team.id, bulk: false });
  await scope.publish(...notices);
}

/** Names the fields whose address belongs to an erased person. */
async function erasedIssues(scope: Scope, mail: NewMail): Promise<Issue[]> {
  const addresses = addressesOf(mail);
  const erased = await findErased(
    scope,
    addresses.map(({ email }) => email),
  );
  return addresses.filter(({ email }) => erased.has(email)).map(({ path }) => ({ path, problem: ERASED }));
}

/** The addresses in a mail, with the paths of their fields. */
const addressesOf = ({ to, cc, bcc, replyTo }: NewMail): { path: Issue['path']; email: string }[] => [
  ...Object.entries({ to, cc, bcc }).flatMap(([name, emails]) =>
    emails.map((email, index) => ({ path: [name, index], email })),
  ),
  ...replyAddresses(replyTo).map((email) => ({ path: ['replyTo'], email })),
];
