import { causeOf, isHard } from '../../domain/refusals/judge-refusal.ts';
import { plainWords } from '../../domain/refusals/plain-words.ts';
import type { Cause, Refusal } from '../../domain/refusals/refusal.ts';
import type { FeedbackReport } from '../../domain/sending/record-feedback.ts';
import { decodeWords } from '../../mime/encoded-words.ts';
import type { Entity } from '../../mime/mime.ts';
import { readAccount } from './account.ts';
import { isBounce, isRefusedByMailbox } from './bounce-signs.ts';
import { DELAYED, GIVEN_UP } from './bounce-words.ts';
import { allowance, readBlocks } from './recipient-blocks.ts';
import { refusalInText } from './refusal-in-text.ts';

/** A bounce, as far as the bounce message describes it. */
export type Bounce = Pick<FeedbackReport, 'named' | 'reason'> & { kind: 'hard_bounce' | 'soft_bounce'; cause: Cause };

const NO_REASON = 'The mail server gave no reason.';

/**
 * Reads a bounce in words, as Exim, qmail, Gmail and many others write it: one for each named recipient. Returns nothing for any
 * other e-mail.
 */
export function readBounceInWords(mail: Entity): Bounce[] {
  const account = readAccount(mail);
  const { blocks, rest } = readBlocks(account.lines, mail.fields.get('x-failed-recipients') ?? '');
  const whole = account.lines.join('\n');
  const subject = decodeWords(mail.fields.get('subject') ?? '');
  const text = plainWords(whole);
  const isLate = DELAYED.test(`${plainWords(subject)} ${text}`) && !GIVEN_UP.test(text);
  const action = isLate || isRefusedByMailbox(mail) ? 'delayed' : 'failed';
  // Words about one of several recipients do not apply to the others.
  const besides = judge(refusalInText(blocks.length > 1 ? rest.join('\n') : whole, action));
  const found = blocks.map(({ lines }) => {
    const own = judge(refusalInText(lines.join('\n').slice(0, allowance(blocks.length)), action));
    // With a single recipient all words apply, even those after an empty line.
    const isElsewhere = blocks.length === 1 && !hasCode(own.refusal) && hasCode(besides.refusal);
    return own.cause === 'unknown' || isElsewhere ? besides : own;
  });
  const hasReply = found.some(({ refusal }) => hasCode(refusal));
  const hasWords = found.some(({ cause }) => cause !== 'unknown');
  if (!isBounce(mail, account, hasReply ? 'reply' : hasWords ? 'words' : 'nothing')) return [];
  return found.map(({ kind, cause, refusal }, index) => {
    const { address } = blocks[index]!;
    return { kind, named: address ? [address] : [], reason: reasonIn(refusal), cause };
  });
}

const hasCode = ({ reply, status }: Refusal): boolean => (reply ?? status) !== undefined;

function judge(refusal: Refusal): Pick<Bounce, 'kind' | 'cause'> & { refusal: Refusal } {
  const cause = causeOf(refusal);
  return { kind: isHard(refusal, cause) ? 'hard_bounce' : 'soft_bounce', cause, refusal };
}

/** The words from the reply on, or all of them. */
function reasonIn({ words, reply }: Refusal): string {
  const start = reply === undefined ? -1 : words.indexOf(String(reply));
  return (
    words
      .slice(Math.max(start, 0))
      .replace(/\s{1,2000}/g, ' ')
      .trim() || NO_REASON
  );
}
