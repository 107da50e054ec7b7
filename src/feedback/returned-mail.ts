import type { ReturnPaths } from '../crypto/return-paths.ts';
import type { Report } from '../domain/sending/record-feedback.ts';
import { readMessage } from '../mime/mime.ts';
import { readBounceInWords } from './bounces/read-words.ts';
import { readComplaint } from './complaint.ts';
import { readDeliveryStatus } from './delivery-status.ts';

/** Local parts of the addresses that receive complaints. */
const COMPLAINTS_TO = new Set(['abuse', 'fbl', 'postmaster']);

/** Whether an address accepts mail: it names a message of ours, or receives complaints. */
export const takesMail = (returnPaths: ReturnPaths, address: string): boolean =>
  returnPaths.read(address) !== undefined || COMPLAINTS_TO.has(returnPaths.localPart(address)?.toLowerCase() ?? '');

/** The bounces and complaints that a mail to these addresses reports. */
export function readReturnedMail(raw: Buffer, recipients: readonly string[], returnPaths: ReturnPaths): Report[] {
  const mail = readMessage(raw);
  const messages = recipients.flatMap((address) => returnPaths.read(address) ?? []);
  const bounces = readDeliveryStatus(mail) ?? readBounceInWords(mail);
  const complaint = readComplaint(mail, returnPaths, messages[0]);
  return [
    ...messages.flatMap(({ teamId, id }) => bounces.map((bounce) => ({ ...bounce, teamId, messageId: id }))),
    ...(complaint ? [complaint] : []),
  ];
}
