import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import type { campaignChange } from './campaign-input.ts';
import type { AbTest } from './variants.ts';

/** Columns of a campaign, for a new row as well as for a change. */
export type CampaignColumns = Partial<Omit<Prisma.CampaignCreateManyInput, 'teamId' | 'id'>>;

/** Fields whose columns depend on other rows: on the list, template, segments and the series so far. */
type LookedUp =
  | ('listId' | 'template' | 'segmentIds' | 'excludedSegmentIds')
  | ('test' | 'recurrence' | 'feedUrl' | 'archive');

/** The fields that a campaign stores as they are given. Absent: unchanged; null: the default. */
export type CampaignSettings = Omit<z.output<typeof campaignChange>, LookedUp>;

type Given = { [Field in keyof CampaignSettings]-?: Exclude<CampaignSettings[Field], undefined> };

/** The columns of each field. A new field of the input does not compile without its columns. */
const COLUMNS: { [Field in keyof Given]: (value: Given[Field]) => CampaignColumns } = {
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
  repeatUnknown: (repeatUnknown) => ({ repeatUnknown: repeatUnknown ?? false }),
  messagesPerMinute: (messagesPerMinute) => ({ messagesPerMinute }),
  sendWindow: (window) => ({ sendFrom: window?.from ?? null, sendTo: window?.to ?? null }),
  ignoreFrequency: (ignoreFrequency) => ({ ignoreFrequency: ignoreFrequency ?? false }),
};

/** The columns of the given fields. */
export function columnsOfSettings(settings: CampaignSettings): CampaignColumns {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined) as GivenEntry[];
  return Object.assign({}, ...given.map(([field, value]) => columnsOfField(field, value)));
}

type GivenEntry = { [Field in keyof Given]: [Field, Given[Field]] }[keyof Given];

const columnsOfField = <Field extends keyof Given>(field: Field, value: Given[Field]): CampaignColumns =>
  COLUMNS[field](value);

/** The column of an A/B test. Absent: unchanged; null: none. */
export const columnsOfTest = (test: AbTest | null | undefined): CampaignColumns =>
  test === undefined ? {} : { test: (test as unknown as Prisma.InputJsonObject | null) ?? Prisma.DbNull };
