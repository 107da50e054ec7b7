import type { SMTPServerEnvelope } from 'smtp-server';
import type { HintedSubject } from '../crypto/signed-addresses.ts';
import type { UnsubscribeAddresses } from '../crypto/unsubscribe-addresses.ts';
import type { Database } from '../database/connect.ts';
import { leaveList } from '../domain/audience/subscriptions.ts';
import { NotFoundError } from '../errors.ts';
import type { Entity } from '../mime/mime.ts';
import { createScope, PERSON } from '../scope.ts';

/**
 * The subscribers who unsubscribe by an e-mail: those whose addresses it was sent to, whatever its content and sender. An
 * automatic e-mail unsubscribes nobody: bounces have no envelope sender, and auto-replies say so.
 */
export function readUnsubscribes(
  { mailFrom, rcptTo }: Pick<SMTPServerEnvelope, 'mailFrom' | 'rcptTo'>,
  addresses: UnsubscribeAddresses,
  isAutomatic: boolean,
): HintedSubject[] {
  const named = rcptTo.flatMap(({ address }) => addresses.read(address) ?? []);
  return mailFrom && mailFrom.address !== '' && !isAutomatic ? named : [];
}

/** Whether a program sent an e-mail automatically (RFC 3834, RFC 6522). */
export function isAutomatic({ type, fields }: Entity): boolean {
  const submitted = fields.get('auto-submitted')?.split(/[;(\s]/, 1)[0];
  return type === 'multipart/report' || (submitted !== undefined && submitted.toLowerCase() !== 'no');
}

/** Ends a subscription as the link of the same message does. A deleted subscriber counts as unsubscribed. */
export async function unsubscribe(db: Database, { teamId, id, hint }: HintedSubject): Promise<void> {
  try {
    await leaveList(createScope(db, { id: teamId }, PERSON), id, hint ? { hint } : {});
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}
