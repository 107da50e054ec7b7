import type { ReturnPaths } from '../crypto/return-paths.ts';
import type { Report } from '../domain/sending/record-feedback.ts';
import { readComplaint } from './complaint.ts';
import { readDeliveryStatus } from './delivery-status.ts';
import { readMessage } from './mime.ts';

/** Where complaints may be sent to, before the @. */
const COMPLAINTS_TO = new Set(['abuse', 'fbl', 'postmaster']);

/** Whether an address takes mail: it names a message of ours, or complaints go there. */
export const takesMail = (returnPaths: ReturnPaths, address: string): boolean =>
  returnPaths.read(address) !== undefined || COMPLAINTS_TO.has(returnPaths.localPart(address)?.toLowerCase() ?? '');

/** What a mail that came for these addresses reports, if it reports anything. */
export function readReturnedMail(raw: Buffer, recipients: readonly string[], returnPaths: ReturnPaths): Report[] {
  const mail = readMessage(raw);
  const messages = recipients.flatMap((address) => returnPaths.read(address) ?? []);
  const bounces = readDeliveryStatus(mail);
  const complaint = readComplaint(mail, returnPaths, messages[0]);
  return [
    ...messages.flatMap(({ teamId, id }) => bounces.map((bounce) => ({ ...bounce, teamId, messageId: id }))),
    ...(complaint ? [complaint] : []),
  ];
}
