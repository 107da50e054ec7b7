import { senderAddress } from '../../validation/email.ts';
import { idRule } from '../../validation/id.ts';
import { bulkHeaders } from '../../validation/message-headers.ts';
import { whole } from '../../validation/number.ts';
import { filled, listOf, oneLine, optionalText, record, text, yesOrNo } from '../../validation/text.ts';
import { timeOfDay } from '../../validation/time.ts';
import { webAddress } from '../../validation/web-address.ts';
import { MAX_CONTENT } from '../content/template-input.ts';
import { abTestInput } from './ab-test-input.ts';
import { recurrenceInput } from './recurrence/recurrence.ts';
import { utmRule } from './utm.ts';

export const CAMPAIGN_STATUSES = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
  'failed',
  'deleting',
] as const;

const MAX_SEGMENTS = 20;

const MAX_PER_MINUTE = 1_000_000;

const sendWindow = record({ from: timeOfDay(), to: timeOfDay() }).refine(({ from, to }) => from !== to, {
  path: ['to'],
  error: 'must differ from `from`.',
});

const segments = () => listOf(idRule('a segment of the list'), 0, MAX_SEGMENTS).transform((ids) => [...new Set(ids)]);

export const campaignInput = record({
  name: filled(255),
  listId: idRule('a list'),
  template: filled(255),
  subject: optionalText(oneLine(998)),
  preheader: optionalText(oneLine(255)),
  text: optionalText(text(MAX_CONTENT)),
  utm: utmRule().nullish(),
  fromEmail: optionalText(senderAddress()),
  fromName: optionalText(oneLine(255)),
  replyTo: optionalText(senderAddress()),
  headers: bulkHeaders(),
  segmentIds: segments().nullish(),
  excludedSegmentIds: segments().nullish(),
  tracking: yesOrNo().nullish(),
  resendUnknown: yesOrNo().nullish(),
  messagesPerMinute: whole(1, MAX_PER_MINUTE).nullish(),
  sendWindow: sendWindow.nullish(),
  ignoreFrequency: yesOrNo().nullish(),
  recurrence: recurrenceInput.nullish(),
  feedUrl: optionalText(webAddress('https://shop.example/blog/feed.xml')),
  archive: yesOrNo().nullish(),
  abTest: abTestInput.nullish(),
});

export const campaignChange = campaignInput.partial({ name: true, listId: true, template: true });
