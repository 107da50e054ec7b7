import type { z } from 'zod';
import { type Issue, refusedKeysOf } from '../../errors.ts';
import { isAbsent } from '../../validation/blank.ts';
import { isPlain, PLAIN_SENDER } from '../../validation/email.ts';
import { jsonObject } from '../../validation/json.ts';
import { locale } from '../../validation/locale.ts';
import { displayName, mailbox, mailboxes } from '../../validation/mailbox.ts';
import { messageHeaders } from '../../validation/message-headers.ts';
import { filled, listOf, oneLine, optionalText, record, text, yesOrNo } from '../../validation/text.ts';
import { dateTime, readDateTime } from '../../validation/time.ts';
import { validate } from '../../validation/validate.ts';
import { MAX_CONTENT } from '../content/template-input.ts';
import { transportChoice } from '../transports/choose.ts';
import { attachmentsInput } from './attachment-input.ts';

const MAX_RECIPIENTS = 50;
const MAX_REPLY_ADDRESSES = 10;
const MAX_SECRETS = 50;

const MAX_AHEAD_DAYS = 30;
const DAY_MS = 86_400_000;
/** Callers' clocks may be late. */
const LATE_MS = 60_000;

const sender = () => mailbox().refine(({ email }) => isPlain(email), PLAIN_SENDER);
const others = () => listOf(mailbox(), 0, MAX_RECIPIENTS);
/** One address, or several separated by commas, as in the header (RFC 5322). */
const replyMailboxes = () => mailboxes(MAX_REPLY_ADDRESSES, ({ email }) => (isPlain(email) ? undefined : PLAIN_SENDER));
const source = () => text(MAX_CONTENT);

export const mailInput = record({
  template: optionalText(filled(255)),
  to: listOf(mailbox(), 1, MAX_RECIPIENTS),
  cc: others().nullish(),
  bcc: others().nullish(),
  from: optionalText(sender()),
  fromName: optionalText(displayName()),
  subject: optionalText(oneLine(998)),
  html: optionalText(source()),
  text: optionalText(source()),
  variables: jsonObject().nullish(),
  secretVariables: listOf(filled(255), 0, MAX_SECRETS).nullish(),
  locale: optionalText(locale()),
  attachments: attachmentsInput().nullish(),
  replyTo: replyMailboxes().nullish(),
  headers: messageHeaders().nullish(),
  tracking: yesOrNo().nullish(),
  strict: yesOrNo().nullish(),
  transportId: transportChoice().nullish(),
  sendAt: dateTime().nullish(),
});

/** A validated request for a mail. */
export type MailInput = z.output<typeof mailInput>;

/** Validates a request for a mail, except its references. Returns all issues at once. */
export function validateMail(input: unknown, now: Date): { value: MailInput } | { issues: Issue[] } {
  const read = validate(mailInput, input);
  if (typeof input !== 'object' || input === null) return read;
  const given = input as Record<string, unknown>;
  const issues = [
    ...refusedKeysOf(input),
    ...('issues' in read ? read.issues : []),
    ...contentIssues(given),
    ...timeIssues(given.sendAt, now),
    ...secretIssues(given),
  ];
  return issues.length > 0 ? { issues } : read;
}

/** A mail needs a template, or a subject with HTML or text. */
function contentIssues({ template, subject, html, text }: Record<string, unknown>): Issue[] {
  if (!isGiven(html) && !isGiven(text)) {
    return isGiven(template) ? [] : [{ path: ['template'], problem: 'is required.' }];
  }
  return [
    ...(isGiven(template) ? [{ path: ['template'], problem: 'must be absent when html or text is given.' }] : []),
    ...(isGiven(subject) ? [] : [{ path: ['subject'], problem: 'is required without a template.' }]),
  ];
}

const isGiven = (value: unknown): boolean => !isAbsent(value);

/** A misspelt name would be stored in clear text, and a counted link is stored unmasked. */
function secretIssues({ secretVariables, variables, tracking }: Record<string, unknown>): Issue[] {
  if (!Array.isArray(secretVariables) || secretVariables.length === 0) return [];
  const known = typeof variables === 'object' && variables !== null ? variables : {};
  return [
    ...secretVariables.flatMap((name, index) =>
      typeof name !== 'string' || Object.hasOwn(known, name)
        ? []
        : [{ path: ['secretVariables', index], problem: 'must be the name of one of the variables.' }],
    ),
    ...(tracking === true ? [{ path: ['tracking'], problem: 'must be false or absent with secret variables.' }] : []),
  ];
}

function timeIssues(sendAt: unknown, now: Date): Issue[] {
  const moment = typeof sendAt === 'string' ? readDateTime(sendAt) : sendAt;
  if (!(moment instanceof Date)) return [];
  const ahead = moment.getTime() - now.getTime();
  if (ahead < -LATE_MS) return [{ path: ['sendAt'], problem: 'must not be in the past.' }];
  return ahead <= MAX_AHEAD_DAYS * DAY_MS
    ? []
    : [{ path: ['sendAt'], problem: `must be at most ${MAX_AHEAD_DAYS} days ahead.` }];
}
