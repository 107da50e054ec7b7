import { plainWords } from '../../domain/refusals/plain-words.ts';
import { decodeWords } from '../encoded-words.ts';
import { type Entity, leaves } from '../mime.ts';
import type { Account } from './account.ts';
import { ANSWER, AWAY, DAEMON, FAILED, SUBJECT } from './bounce-words.ts';

/** Headers of mails that a program wrote about an address of its own, and of lists. */
const isAnswer = ({ fields }: Entity, subject: string): boolean =>
  /vacation|auto-?reply/i.test(fields.get('auto-submitted') ?? '') ||
  fields.has('list-unsubscribe') ||
  fields.has('x-autoreply') ||
  fields.has('x-autorespond') ||
  ANSWER.test(subject);

const NOT_DELIVERY = new Set(['message/disposition-notification', 'message/feedback-report']);

/** What was found in the text: the reply of a server or fields of a report, words about a refusal alone, or nothing. */
export type Found = 'reply' | 'words' | 'nothing';

/**
 * Whether a mail says that another one could not be delivered, by what it is rather than by what it quotes: who sent it,
 * its subject, what is in it, and the words of its own. Answers of people and of programs, receipts and confirmations
 * are none.
 */
export function isBounce(mail: Entity, { lines, returns }: Account, found: Found): boolean {
  const subject = plainWords(decodeWords(mail.fields.get('subject') ?? ''));
  if (isAnswer(mail, subject) || [...leaves(mail)].some(({ type }) => NOT_DELIVERY.has(type))) return false;
  const { fields } = mail;
  const contentType = fields.get('content-type') ?? '';
  if (/report-type\s{0,5}=\s{0,5}"?(?!delivery-status|")\w/i.test(contentType)) return false;
  const said = plainWords(lines.join('\n'));
  if (AWAY.test(said)) return false;
  const from = decodeWords(`${fields.get('from') ?? ''} ${fields.get('sender') ?? ''}`.slice(0, 500)).toLowerCase();
  const isSelf = DAEMON.test(from) || /^(?:<>)?$/.test(from.trim());
  const isSubject = SUBJECT.test(subject);
  const isReport = mail.type === 'multipart/report' || fields.has('x-ms-exchange-message-is-ndr');
  const hasFailed = fields.has('x-failed-recipients');
  const known = [isSelf, isSubject, isReport, hasFailed].filter(Boolean).length;
  const isNull = /^<?\s{0,3}>?$|mailer-daemon/i.test((fields.get('return-path') ?? 'none').trim());
  // In a language of which no word is known, the header and the returned mail tell.
  const told =
    FAILED.test(said) ||
    (isSelf && (found === 'reply' || (found === 'words' && (known > 1 || returns)) || (hasFailed && returns)));
  return told && (known >= 2 || (known === 1 && (returns || isNull || found === 'reply')));
}
