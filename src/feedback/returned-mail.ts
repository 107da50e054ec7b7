import type { ReturnPaths } from '../crypto/return-paths.ts';
import type { FeedbackReport } from '../domain/sending/record-feedback.ts';
import type { Entity } from '../mime/mime.ts';
import { type Bounce, readBounceInWords } from './bounces/read-words.ts';
import { type Complaint, readComplaint, reportOf } from './complaint.ts';
import { readDeliveryStatus } from './delivery-status.ts';

/** Local parts of the addresses that receive complaints. */
const COMPLAINTS_TO = new Set(['abuse', 'fbl', 'postmaster']);

/** Whether an address accepts e-mail: it names a message of ours, or receives complaints. */
export const receivesMail = (returnPaths: ReturnPaths, address: string): boolean =>
  returnPaths.read(address) !== undefined || COMPLAINTS_TO.has(returnPaths.localPart(address)?.toLowerCase() ?? '');

/** The content of an e-mail about our messages. */
export interface ReturnedMail {
  bounces: readonly Bounce[];
  complaint?: Complaint;
}

/** Reads the bounces and the complaint in an e-mail. */
export function readReturnedMail(mail: Entity): ReturnedMail {
  const complaint = readComplaint(mail);
  return { bounces: readDeliveryStatus(mail) ?? readBounceInWords(mail), ...(complaint && { complaint }) };
}

/** The reports in an e-mail to these addresses: bounces of the messages that the addresses name, and a proven complaint. */
export function feedbackIn(
  { bounces, complaint }: ReturnedMail,
  recipients: readonly string[],
  returnPaths: ReturnPaths,
  isFromLoop: boolean,
): FeedbackReport[] {
  const messages = recipients.flatMap((address) => returnPaths.read(address) ?? []);
  const complained = complaint && reportOf(complaint, returnPaths, { message: messages[0], isFromLoop });
  return [
    ...messages.flatMap(({ teamId, id }) => bounces.map((bounce) => ({ ...bounce, teamId, messageId: id }))),
    ...(complained ? [complained] : []),
  ];
}
