import type { ReturnPaths } from '../crypto/return-paths.ts';
import type { SignedSubject } from '../crypto/signed-subjects.ts';
import type { FeedbackReport } from '../domain/sending/record-feedback.ts';
import { type Entity, type Fields, leaves, readFields } from '../mime/mime.ts';
import { readAddress } from '../validation/written-address.ts';
import { idInMessageId } from './message-id.ts';

/**
 * Feedback types (RFC 5965) that are complaints. `not-spam` is the opposite; `auth-failure` is not about the message.
 */
const COMPLAINTS = new Set(['abuse', 'fraud', 'virus', 'opt-out', 'opt-out-list', 'other']);

const ENCLOSED = new Set(['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/rfc822-headers']);

/** Outlook names the person who complained in this header of the returned message. */
const OUTLOOK_RECIPIENT = 'x-hmxmroriginalrecipient';

const NO_FIELDS: Fields = new Map();

/** The quotes in a complaint from the message that it is about. Nothing of it is proven yet. */
export interface Complaint {
  /** Envelope senders of the message, according to the report and the message itself. */
  returnPaths: readonly string[];
  /** The message's id in its Message-ID, if that is one of ours. */
  messageId: string | undefined;
  /** The people it names, normalised. */
  named: readonly string[];
  reason: string;
}

/** Reads a complaint: a feedback report (ARF), or an e-mail of Outlook's Junk Mail Reporting. Undefined for any other e-mail. */
export function readComplaint(mail: Entity): Complaint | undefined {
  const parts = [...leaves(mail)];
  const report = fieldsOf(parts.find(({ type }) => type === 'message/feedback-report'));
  const original = fieldsOf(parts.find(({ type }) => ENCLOSED.has(type)));
  const outlook = original.get(OUTLOOK_RECIPIENT);
  const type = report === NO_FIELDS && outlook ? 'abuse' : report.get('feedback-type')?.toLowerCase();
  if (!type || !COMPLAINTS.has(type)) return undefined;
  const program = report.get('user-agent');
  const paths = [report.get('original-mail-from'), original.get('return-path'), original.get('x-original-return-path')];
  return {
    returnPaths: paths.flatMap((path) => (path === undefined ? [] : bare(path))),
    messageId: idInMessageId(original.get('message-id')),
    named: [report.get('original-rcpt-to'), outlook].flatMap((address) => readAddress(bare(address)) ?? []),
    reason: program ? `${type} (${program})` : type,
  };
}

/** The proof of a complaint. */
interface Proof {
  /** The message whose return path received the complaint. */
  message?: SignedSubject | undefined;
  /** A known feedback loop signed the e-mail. */
  isFromLoop: boolean;
}

/**
 * The report in a complaint. Undefined without proof: either the signed return path of the message, which must match its
 * Message-ID, or a signature of a known feedback loop. Everyone who has seen a message knows its Message-ID.
 */
export function reportOf(
  { returnPaths: quoted, messageId, named, reason }: Complaint,
  returnPaths: ReturnPaths,
  { message, isFromLoop }: Proof,
): FeedbackReport | undefined {
  const signed = message ?? quoted.flatMap((path) => returnPaths.read(path) ?? [])[0];
  if (signed && messageId !== undefined && messageId !== signed.id) return undefined;
  const id = signed?.id ?? (isFromLoop ? messageId : undefined);
  if (id === undefined) return undefined;
  return {
    kind: 'complaint',
    ...(signed && { teamId: signed.teamId }),
    messageId: id,
    named,
    reason,
    ...(!isFromLoop && { isUnconfirmed: true }),
  };
}

const fieldsOf = (part: Entity | undefined): Fields => (part ? readFields(part.body) : NO_FIELDS);

const bare = (address = ''): string => /<([^<>]*)>/.exec(address)?.[1] ?? address.replace(/^rfc822\s*;/i, '').trim();
