import type { ReturnPaths } from '../crypto/return-paths.ts';
import type { Report } from '../domain/sending/record-feedback.ts';
import type { Entity } from '../mime/mime.ts';
import { type Bounce, readBounceInWords } from './bounces/read-words.ts';
import { type Complaint, readComplaint, reportOf } from './complaint.ts';
import { readDeliveryStatus } from './delivery-status.ts';

/** Local parts of the addresses that receive complaints. */
const COMPLAINTS_TO = new Set(['abuse', 'fbl', 'postmaster']);

/** Whether an address accepts mail: it names a message of ours, or receives complaints. */
export const takesMail = (returnPaths: ReturnPaths, address: string): boolean =>
  returnPaths.read(address) !== undefined || COMPLAINTS_TO.has(returnPaths.localPart(address)?.toLowerCase() ?? '');

/** What a mail says of messages of ours. */
export interface ReturnedMail {
  bounces: readonly Bounce[];
  complaint?: Complaint;
}

/** Reads the bounces and the complaint in a mail. */
export function readReturnedMail(mail: Entity): ReturnedMail {
  const complaint = readComplaint(mail);
  return { bounces: readDeliveryStatus(mail) ?? readBounceInWords(mail), ...(complaint && { complaint }) };
}

/** What a mail to these addresses reports: bounces of the messages that they name, and a complaint that is proven. */
export function reportsIn(
  { bounces, complaint }: ReturnedMail,
  recipients: readonly string[],
  returnPaths: ReturnPaths,
  isFromLoop: boolean,
): Report[] {
  const messages = recipients.flatMap((address) => returnPaths.read(address) ?? []);
  const complained = complaint && reportOf(complaint, returnPaths, { message: messages[0], isFromLoop });
  return [
    ...messages.flatMap(({ teamId, id }) => bounces.map((bounce) => ({ ...bounce, teamId, messageId: id }))),
    ...(complained ? [complained] : []),
  ];
}
