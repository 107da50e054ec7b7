import {
  CancelMailDocument,
  MailDocument,
  MailsDocument,
  MailTimelineDocument,
  MessageTimelineDocument,
  PreviewMailDocument,
  ResendMailDocument,
  SendMailDocument,
  SendMailsDocument,
} from '../../generated/documents.ts';
import { created, dataOf, gone, one, pageShownAs, shownAs, unlessConflict, warnedWith } from '../answer.ts';
import { batchOf } from '../batch.ts';
import { type JsonSchema, reference } from '../openapi/json-schema.ts';
import { absentForNull, refined } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

type Mail = NonNullable<ValueOf<typeof MailDocument>>;

/** Further fields than the specified ones. Absent instead of null. */
const ABSENT = [
  ...['send_at', 'automation', 'automation_step', 'transport'],
  ...['opened_at', 'clicked_at', 'bounced_at', 'bounce_kind', 'complained_at'],
];

/** A mail with the specified fields, and further ones that have a value. */
const shown = (mail: Partial<Mail>) =>
  Object.fromEntries(Object.entries(mail).filter(([name, value]) => value !== null || !ABSENT.includes(name)));

const SEND_AT = {
  description: 'When the e-mail will be sent, or was to be sent. Absent for e-mails without such a time.',
};
const shownSchema = (mail: JsonSchema) => refined(absentForNull(mail, ...ABSENT), { properties: { send_at: SEND_AT } });
const namedSchema = (mail: JsonSchema) => reference('TransactionalMail', shownSchema(mail));

const accepted = shownAs(
  warnedWith(201),
  ({ warnings, ...mail }: ValueOf<typeof SendMailDocument>) => ({ ...shown(mail), warnings }),
  shownSchema,
);

const MAIL = {
  template: 'Thanks',
  to: ['ada@example.com'],
  from: 'hello@shop.example',
  variables: { name: 'Ada', order: '1001' },
};

const MAILS = {
  template: { summary: 'With a template', value: MAIL },
  content: {
    summary: 'With its own content',
    value: {
      to: ['Ada <ada@example.com>'],
      from: 'hello@shop.example',
      subject: 'Your order {{ order }}',
      html: '<p>Thank you, {{ name }}!</p>',
      variables: { name: 'Ada', order: '1001' },
    },
  },
};

export const transactionalMails = [
  route('GET /transactional-mails', MailsDocument, pageShownAs(shown, namedSchema)),
  route('POST /transactional-mails', SendMailDocument, accepted, { examples: MAILS }),
  route('POST /transactional-mails/batch', SendMailsDocument, batchOf('mails'), { example: { mails: [MAIL] } }),
  route('GET /transactional-mails/:mail', MailDocument, shownAs(one, shown, namedSchema)),
  route('DELETE /transactional-mails/:mail', CancelMailDocument, unlessConflict(gone)),
  route('GET /transactional-mails/:mail/preview', PreviewMailDocument, one),
  route('GET /transactional-mails/:mail/timeline', MailTimelineDocument, dataOf('timeline')),
  route('GET /messages/:message/timeline', MessageTimelineDocument, one),
  route('POST /transactional-mails/:mail/resend', ResendMailDocument, unlessConflict(created)),
];
