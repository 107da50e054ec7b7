import type { ReturnPaths } from '../crypto/return-paths.ts';
import type { SignedSubject } from '../crypto/signed-subjects.ts';
import type { Report } from '../domain/sending/record-feedback.ts';
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

/**
 * Reads a complaint: a feedback report (ARF), or a mail of Outlook's Junk Mail Reporting. Returns undefined for any
 * other mail. `message` is the message whose return path received the mail. Otherwise the message is identified by what
 * the report quotes: its envelope sender, which is signed, or its Message-ID, which only somebody with the message
 * knows.
 */
export function readComplaint(mail: Entity, returnPaths: ReturnPaths, message?: SignedSubject): Report | undefined {
  const parts = [...leaves(mail)];
  const report = fieldsOf(parts.find(({ type }) => type === 'message/feedback-report'));
  const original = fieldsOf(parts.find(({ type }) => ENCLOSED.has(type)));
  const outlook = original.get(OUTLOOK_RECIPIENT);
  const type = report === NO_FIELDS && outlook ? 'abuse' : report.get('feedback-type')?.toLowerCase();
  if (!type || !COMPLAINTS.has(type)) return undefined;
  const signed = message ?? fromReturnPath(returnPaths, report, original);
  const messageId = signed?.id ?? idInMessageId(original.get('message-id'));
  if (messageId === undefined) return undefined;
  const named = [report.get('original-rcpt-to'), outlook].flatMap((address) => readAddress(bare(address)) ?? []);
  const program = report.get('user-agent');
  return {
    kind: 'complaint',
    ...(signed && { teamId: signed.teamId }),
    messageId,
    named,
    reason: program ? `${type} (${program})` : type,
  };
}

const fieldsOf = (part: Entity | undefined): Fields => (part ? readFields(part.body) : NO_FIELDS);

const bare = (address = ''): string => /<([^<>]*)>/.exec(address)?.[1] ?? address.replace(/^rfc822\s*;/i, '').trim();

function fromReturnPath(returnPaths: ReturnPaths, report: Fields, original: Fields): SignedSubject | undefined {
  const given = [report.get('original-mail-from'), original.get('return-path'), original.get('x-original-return-path')];
  return given.flatMap((address) => returnPaths.read(bare(address)) ?? [])[0];
}
