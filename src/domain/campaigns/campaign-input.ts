import { senderAddress } from '../../validation/email.ts';
import { idRule } from '../../validation/id.ts';
import { filled, listOf, oneLine, optionalText, record, yesOrNo } from '../../validation/text.ts';

export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'failed'] as const;

const MAX_SEGMENTS = 20;

const segments = () => listOf(idRule('a segment of the list'), 0, MAX_SEGMENTS).transform((ids) => [...new Set(ids)]);

export const campaignInput = record({
  name: filled(255),
  listId: idRule('a list'),
  template: filled(255),
  subject: optionalText(oneLine(998)),
  fromEmail: optionalText(senderAddress()),
  fromName: optionalText(oneLine(255)),
  replyTo: optionalText(senderAddress()),
  segmentIds: segments().nullish(),
  excludedSegmentIds: segments().nullish(),
  tracking: yesOrNo().nullish(),
  repeatUnknown: yesOrNo().nullish(),
});

export const campaignChange = campaignInput.partial({ name: true, listId: true, template: true });
