import type { MessageSource as Source, SourceDifference } from '../domain/campaigns/source/message-source.ts';
import { builder } from './builder.ts';
import { growingEnum } from './enums.ts';

const MEANINGS: Readonly<Record<SourceDifference, string>> = {
  links:
    'Tracking, unsubscribe, preference, confirmation and browser links have `shown` instead of their token, so they open nothing. The same applies to the unsubscribe address.',
  boundaries: 'The boundaries between MIME parts are new.',
  date: 'The Date header has the time of sending. The message may have left some seconds earlier.',
  values: "The person's fields and the settings of the list and the team have today's values.",
  content:
    'The template, automation e-mail or tested campaign may have changed since. The source has its current content.',
  secrets: 'The values of secret variables are masked.',
  signature: 'The DKIM-Signature header is missing. It was added when the message left.',
  added_headers: 'Headers that the transport and mail servers add are missing.',
};

const Difference = growingEnum(
  'MessageSourceDifference',
  'How the source may differ from the message that was sent. More may be added.',
  new Map(Object.entries(MEANINGS)),
);

export const MessageSource = builder.objectRef<Source>('MessageSource').implement({
  description: 'The MIME source of a sent message, composed again from what is stored.',
  fields: (t) => ({
    content: t.exposeString('content', { description: 'The whole message with its headers, as in an .eml file.' }),
    differences: t.expose('differences', {
      type: [Difference.type],
      description: 'Where the source may differ from the message that was sent.',
    }),
  }),
});

export const SOURCE_IF_SENT =
  'The MIME source. Its links open nothing. Null unless the message was sent, and once its content or recipient is gone.';
