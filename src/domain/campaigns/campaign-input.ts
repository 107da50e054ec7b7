import { z } from 'zod';
import { isId } from '../../ids.ts';
import { emailAddress } from '../../validation/email.ts';
import { filled, listOf, oneLine, oneOf, otherwise, record, yesOrNo } from '../../validation/text.ts';

export const CAMPAIGN_STATUSES = ['draft', 'sending', 'paused', 'sent', 'cancelled', 'failed'] as const;

const MAX_SEGMENTS = 20;

const id = (what: string) =>
  z
    .string({ error: otherwise('must be a string.') })
    .refine(isId, `must be the id of ${what}.`)
    .transform((value) => value.toLowerCase());

const segments = () => listOf(id('a segment of the list'), 0, MAX_SEGMENTS).transform((ids) => [...new Set(ids)]);

export const campaignInput = record({
  name: filled(255),
  listId: id('a list'),
  template: filled(255),
  subject: oneLine(998).nullish(),
  fromEmail: emailAddress().nullish(),
  fromName: oneLine(255).nullish(),
  replyTo: emailAddress().nullish(),
  segmentIds: segments().nullish(),
  excludedSegmentIds: segments().nullish(),
  tracking: yesOrNo().nullish(),
  repeatUnknown: yesOrNo().nullish(),
});

export const campaignChange = campaignInput.partial({ name: true, listId: true, template: true });

export const campaignFilters = record({ status: oneOf(CAMPAIGN_STATUSES).nullish(), listId: id('a list').nullish() });
