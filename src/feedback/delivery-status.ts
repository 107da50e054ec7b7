import { causeOf, isHard } from '../domain/refusals/judge-refusal.ts';
import { readReply } from '../domain/refusals/read-reply.ts';
import type { Refusal } from '../domain/refusals/refusal.ts';
import { type Entity, type Fields, leaves, readFields } from '../mime/mime.ts';
import { readAddress } from '../validation/written-address.ts';
import { readAccount } from './bounces/account.ts';
import { isBounce, isReply } from './bounces/bounce-signs.ts';
import type { Bounce } from './bounces/read-words.ts';
import { allowance, readBlocks } from './bounces/recipient-blocks.ts';
import { refusalInText } from './bounces/refusal-in-text.ts';

const TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);

const MAX_RECIPIENTS = 100;

/**
 * Reads a delivery status notification (RFC 3464): a bounce for each recipient that failed or is delayed, judged by status,
 * diagnostic code and, where these say little, the human-readable part. `undefined` without delivery fields; an empty list when
 * nothing failed.
 */
export function readDeliveryStatus(mail: Entity): Bounce[] | undefined {
  if (isReply(mail)) return [];
  const given = [...leaves(mail)].filter(({ type }) => TYPES.has(type)).map(({ body }) => body);
  const whole = readAccount(mail);
  const account = whole.lines;
  // Some servers write the fields into the text, where people quote them too.
  const isOne = () => isBounce(mail, whole, 'reply');
  if (given.length === 0 && !isOne()) return undefined;
  const texts = given.length > 0 ? given : [account.join('\n')];
  const groups = texts
    .flatMap(groupsIn)
    .filter(
      (group) => (given.length > 0 && group.has('action')) || (hasRecipient(group) && saysWhat(group) && isOne()),
    );
  if (groups.length === 0) return undefined;
  const { blocks } = readBlocks(account, '');
  return groups.slice(0, MAX_RECIPIENTS).flatMap((group, _, all) => {
    const named = addressesIn(group);
    const block = blocks.find(({ address }) => address !== undefined && named.includes(address));
    const about = (all.length === 1 ? account : block?.lines)?.join('\n');
    return bounceOf(group, named, about, allowance(all.length));
  });
}

/** Fields that occur once in each recipient's group, and that begin a group without an empty line before it. */
const FIRST_FIELD = /^(final-recipient|original-recipient|action)[ \t]{0,100}:/im;
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'final-recipient': /^(?=final-recipient[ \t]{0,100}:)/im,
  'original-recipient': /^(?=original-recipient[ \t]{0,100}:)/im,
  action: /^(?=action[ \t]{0,100}:)/im,
};

/** Groups of fields, separated by an empty line. Some servers omit it: then the recipient's first field begins the next group. */
function groupsIn(text: string): Fields[] {
  const groups = text.split(/\n[ \t]*\n/).map((group) => group.trimStart());
  return groups.flatMap((group) => {
    const first = FIRST_FIELD.exec(group)?.[1]?.toLowerCase();
    if (first === undefined) return [];
    const [before = '', ...others] = group.split(BEGINNINGS[first]!, MAX_RECIPIENTS);
    // Fields before the first of them belong to it.
    const isBefore = !before.toLowerCase().startsWith(first);
    return (isBefore ? [before + (others.shift() ?? ''), ...others] : [before, ...others]).map(readFields);
  });
}

const saysWhat = (group: Fields): boolean => group.has('action') || group.has('status');

const hasRecipient = (group: Fields): boolean => group.has('final-recipient') || group.has('original-recipient');

/** `about`: the lines of the human-readable part about the recipient. `most`: how many characters are read. */
function bounceOf(group: Fields, named: string[], about: string | undefined, most: number): Bounce[] {
  const action = actionOf(group);
  if (action === undefined) return [];
  const diagnostic = diagnosticOf(group);
  const refusal = refusalOf(group, diagnostic.slice(0, most), action, about?.slice(0, most));
  const cause = causeOf(refusal);
  const kind = isHard(refusal, cause) ? 'hard_bounce' : 'soft_bounce';
  const reason = [statusOf(group), diagnostic].filter(Boolean).join(' ') || firstWords(refusal.account);
  return [{ kind, named, reason: reason || 'The mail server gave no reason.', cause }];
}

function actionOf(group: Fields): Refusal['action'] {
  const [action] = /^[a-z]+/i.exec(group.get('action') ?? '') ?? [];
  switch (action?.toLowerCase()) {
    case 'failed':
    case 'failure':
      return 'failed';
    case 'delayed':
      return 'delayed';
    case 'delivered':
    case 'relayed':
    case 'expanded':
      return undefined;
    default: // missing, or the server's own word
      return CLASSES[statusOf(group)[0] ?? ''];
  }
}

const CLASSES: Partial<Record<string, Refusal['action']>> = { '4': 'delayed', '5': 'failed' };

/**
 * The status of the group is the reporting server's reading of the refusal; the diagnostic code quotes it. So the status in the
 * code counts, unless it is missing or less specific.
 */
function refusalOf(group: Fields, diagnostic: string, action: Refusal['action'], account: string | undefined): Refusal {
  const parsed = readReply(diagnostic);
  const status = statusOf(group);
  const best = [parsed.status, status].find((one) => one && !/^\d\.\d\.0$/.test(one)) ?? parsed.status ?? status;
  const isLater = status.startsWith('4.'); // given up, but not permanently
  const remark = /\(([^)]{1,200})/.exec(group.get('status') ?? '')?.[1] ?? '';
  const about = account === undefined ? undefined : refusalInText(account, 'failed');
  return {
    action: isLater ? 'delayed' : action,
    words: parsed.words || remark,
    ...(best && { status: best }),
    ...(parsed.reply !== undefined && { reply: parsed.reply }),
    ...(about && { account: about.account ?? about.words }),
    ...(about?.at && { at: about.at }),
  };
}

/** The enhanced status (RFC 3463). Some servers omit it and only quote the reply they got. */
function statusOf(group: Fields): string {
  const [status] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(group.get('status') ?? '') ?? [];
  if (status) return status;
  const [, code] = /\b([45])\d\d\b/.exec(group.get('diagnostic-code') ?? '') ?? [];
  return code ? `${code}.0.0` : '';
}

/** The recipient's addresses: first the one we wrote to, then the one it was forwarded to. */
function addressesIn(group: Fields): string[] {
  const given = ['original-recipient', 'final-recipient'].map((name) => group.get(name) ?? '');
  const addresses = given.flatMap((value) => {
    const address = value.slice(value.indexOf(';') + 1).trim();
    return readAddress(address.replace(/^<(.*)>$/, '$1')) ?? [];
  });
  return [...new Set(addresses)];
}

const diagnosticOf = (group: Fields): string =>
  (group.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '').trim();

const firstWords = (account = ''): string =>
  account
    .replace(/\s{1,2000}/g, ' ')
    .trim()
    .slice(0, 500);
