import type { Campaign, Prisma } from '../../generated/prisma/client.ts';

type Copies = 'every copy' | 'duplicates';

/**
 * Which copies of a campaign keep a column: duplicates, resends and occurrences of a series; duplicates only; or none, because
 * it is a result or belongs to one campaign. A new column does not compile until it is here.
 */
const KEPT_BY = {
  listId: 'every copy',
  templateId: 'every copy',
  subject: 'every copy',
  preheader: 'every copy',
  text: 'every copy',
  utm: 'every copy',
  fromEmail: 'every copy',
  fromName: 'every copy',
  replyTo: 'every copy',
  headers: 'every copy',
  segmentIds: 'every copy',
  excludedSegmentIds: 'every copy',
  tracking: 'every copy',
  repeatUnknown: 'every copy',
  messagesPerMinute: 'every copy',
  sendFrom: 'every copy',
  sendTo: 'every copy',
  ignoreFrequency: 'every copy',
  test: 'every copy',
  archive: 'every copy',
  recurrence: 'duplicates',
  feedUrl: 'duplicates',
  teamId: 'none',
  id: 'none',
  name: 'none',
  status: 'none',
  scheduledAt: 'none',
  scheduledFor: 'none',
  timezone: 'none',
  pacedUntil: 'none',
  pauseReason: 'none',
  brakeFrom: 'none',
  brakeHardBounces: 'none',
  brakeComplaints: 'none',
  failureReason: 'none',
  content: 'none',
  variantContents: 'none',
  decideAt: 'none',
  winner: 'none',
  decidedAt: 'none',
  decidedBy: 'none',
  enqueuedAt: 'none',
  recipientsCount: 'none',
  sentCount: 'none',
  failedCount: 'none',
  unknownCount: 'none',
  withheldCount: 'none',
  startedAt: 'none',
  endedAt: 'none',
  messagesRemovedAt: 'none',
  links: 'none',
  messagesRemaining: 'none',
  counted: 'none',
  resendOf: 'none',
  resendWho: 'none',
  resendMachineOpens: 'none',
  seriesId: 'none',
  occursAt: 'none',
  feedFoundUrl: 'none',
  feed: 'none',
  feedCheckedAt: 'none',
  feedError: 'none',
  feedNewCount: 'none',
  feedEtag: 'none',
  feedModified: 'none',
  reportSharedAt: 'none',
  createdAt: 'none',
  updatedAt: 'none',
} as const satisfies Record<keyof Campaign, Copies | 'none'>;

const columnsKeptBy = (...copies: Copies[]) =>
  (Object.keys(KEPT_BY) as (keyof Campaign)[]).filter((column) => copies.some((copy) => copy === KEPT_BY[column]));

/** Columns that every copy keeps: content, audience and settings. */
export const SETTINGS = columnsKeptBy('every copy');

/** Columns that a duplicate keeps: a copy of a series is a series. */
export const DUPLICATED = columnsKeptBy('every copy', 'duplicates');

/** A campaign's values in these columns, for a new campaign. */
export const copyOf = (campaign: Campaign, columns: readonly (keyof Campaign)[]) =>
  Object.fromEntries(
    columns.filter((column) => campaign[column] !== null).map((column) => [column, campaign[column]]),
  ) as unknown as Omit<Prisma.CampaignCreateManyInput, 'teamId' | 'id' | 'name'>;
