import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { columnsByField } from '../columns-by-field.ts';
import type { campaignChange } from './campaign-input.ts';
import type { AbTest } from './variants.ts';

/** Columns of a campaign, for a new row as well as for a change. */
export type CampaignColumns = Partial<Omit<Prisma.CampaignCreateManyInput, 'teamId' | 'id'>>;

/** Fields whose columns depend on other rows: on the list, template, segments and the series so far. */
type LookedUp =
  | ('listId' | 'template' | 'segmentIds' | 'excludedSegmentIds')
  | ('abTest' | 'recurrence' | 'feedUrl' | 'archive');

/** The fields that a campaign stores as they are given. Absent: unchanged; null: the default. */
export type CampaignSettings = Omit<z.output<typeof campaignChange>, LookedUp>;

/** The columns of the given fields. */
export const columnsOfSettings = columnsByField<CampaignSettings, CampaignColumns>({
  name: (name) => ({ name }),
  subject: (subject) => ({ subject }),
  preheader: (preheader) => ({ preheader }),
  text: (text) => ({ text }),
  utm: (utm) => ({ utm: utm ?? Prisma.DbNull }),
  fromEmail: (fromEmail) => ({ fromEmail }),
  fromName: (fromName) => ({ fromName }),
  replyTo: (replyTo) => ({ replyTo }),
  headers: (headers) => ({ headers }),
  tracking: (tracking) => ({ tracking: tracking ?? true }),
  resendUnknown: (resendUnknown) => ({ repeatUnknown: resendUnknown ?? false }),
  messagesPerMinute: (messagesPerMinute) => ({ messagesPerMinute }),
  sendWindow: (window) => ({ sendFrom: window?.from ?? null, sendTo: window?.to ?? null }),
  ignoreFrequency: (ignoreFrequency) => ({ ignoreFrequency: ignoreFrequency ?? false }),
});

/** The column of an A/B test. Absent: unchanged; null: none. */
export const columnsOfTest = (test: AbTest | null | undefined): CampaignColumns =>
  test === undefined ? {} : { test: (test as unknown as Prisma.InputJsonObject | null) ?? Prisma.DbNull };
