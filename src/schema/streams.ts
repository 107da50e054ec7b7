import { readList } from '../domain/audience/lists.ts';
import type { StreamedSubscriber } from '../domain/audience/live-subscribers.ts';
import { type Automation, readAutomation } from '../domain/automations/automations.ts';
import { type BulkUpdate, readBulkUpdate } from '../domain/bulk/bulk-updates.ts';
import { type Campaign, readCampaign } from '../domain/campaigns/campaigns.ts';
import { type Import, readImport } from '../domain/imports/imports.ts';
import type { PersonalEvent } from '../domain/insight/events.ts';
import type { MailChange } from '../domain/sending/live-mail-changes.ts';
import type { TransactionalMail } from '../domain/sending/transactional-mails.ts';
import { readChangeFilter } from '../domain/webhooks/change-filters.ts';
import { readChanges, type ShownChange } from '../domain/webhooks/read-changes.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import type { LiveQuery, Loaded, RowChange } from '../live/live-query.ts';
import type { LiveStream } from '../live/live-stream.ts';
import { createScope } from '../scope.ts';
import { addressFilter } from '../validation/email.ts';
import { record } from '../validation/text.ts';
import { parse } from '../validation/validate.ts';
import type { Context } from './context.ts';
import { watched } from './watched.ts';

/**
 * The changing subscribers of a list, or the one with this address. Throws NotFoundError for the list,
 * ValidationError.
 */
export async function subscriberStream(
  context: Context,
  { listId, email }: { listId: string; email?: string | null },
): Promise<BoundedQueue<StreamedSubscriber>> {
  const { id } = await readList(context.scope, listId);
  const filter = { listId: id, email: streamedAddress('email', email) };
  return watched(context, (teamId, onEnd) => context.installation.liveSubscribers.read(teamId, filter, onEnd));
}

/** The row now, then each change of it. */
function changesOf<Change extends RowChange, Row extends Loaded>(
  context: Context,
  live: LiveQuery<Change, Row, { id?: string }>,
  shown: Change,
): BoundedQueue<Row> {
  const changes = watched(context, (teamId, onEnd) => live.read(teamId, { id: shown.id }, onEnd));
  live.take(shown);
  return changes;
}

/** The import now, then each change until it ends. Throws NotFoundError. */
export async function importChanges(context: Context, importId: unknown): Promise<BoundedQueue<Import>> {
  const { teamId, id } = await readImport(context.scope, importId);
  return changesOf(context, context.installation.liveImports, { topic: 'import.progressed', teamId, id });
}

/** Each changed import of the team or a list. Throws NotFoundError. */
export async function allImportChanges(context: Context, list: unknown): Promise<BoundedQueue<Import>> {
  const followed = list == null ? {} : { listId: (await readList(context.scope, list)).id };
  return watched(context, (teamId, onEnd) => context.installation.liveImports.read(teamId, followed, onEnd));
}

/** The bulk update now, then each change until it ends. Throws NotFoundError. */
export async function bulkUpdateChanges(context: Context, bulkUpdate: unknown): Promise<BoundedQueue<BulkUpdate>> {
  const { teamId, id } = await readBulkUpdate(context.scope, bulkUpdate);
  return changesOf(context, context.installation.liveBulkUpdates, { topic: 'bulk-update.progressed', teamId, id });
}

/** The new events of the team that match the filter. */
export async function eventsAsRecorded(
  context: Context,
  { email, name }: { email?: string | null; name?: string | null },
): Promise<BoundedQueue<PersonalEvent>> {
  const filter = { email: streamedAddress('email', email), name: name ?? undefined };
  const { liveEvents } = context.installation;
  const events = watched(context, (teamId, onEnd) => liveEvents.read(teamId, filter, onEnd));
  await liveEvents.watch(context.scope.team.id);
  return events;
}

/** The campaign now, then after each change of it or its report until it is deleted. Throws NotFoundError. */
export async function campaignChanges(context: Context, campaignId: unknown): Promise<BoundedQueue<Campaign>> {
  const { teamId, id } = await readCampaign(context.scope, campaignId);
  return changesOf(context, context.installation.liveCampaigns, { topic: 'campaign.progressed', teamId, id });
}

/** Each campaign of the team that changes. */
export const allCampaignChanges = (context: Context): BoundedQueue<Campaign> =>
  watched(context, (teamId, onEnd) => context.installation.liveCampaigns.read(teamId, {}, onEnd));

/** The automation now, then after each change until it is deleted. Throws NotFoundError. */
export async function automationChanges(context: Context, automationId: unknown): Promise<BoundedQueue<Automation>> {
  const { teamId, id } = await readAutomation(context.scope, automationId);
  return changesOf(context, context.installation.liveAutomations, { topic: 'automation.progressed', teamId, id });
}

/** Each automation of the team that changes or whose runs progress. */
export const allAutomationChanges = (context: Context): BoundedQueue<Automation> =>
  watched(context, (teamId, onEnd) => context.installation.liveAutomations.read(teamId, {}, onEnd));

/** The changes of the team's feed after the cursor, then each new one. Throws CursorExpiredError, ValidationError. */
export async function changesAfter(
  context: Context,
  given: { after?: string | null; kinds?: readonly string[] | null },
): Promise<LiveStream<ShownChange>> {
  const { installation, scope } = context;
  const { liveFeed, vault } = installation;
  const filter = readChangeFilter(given);
  const page = await readChanges(scope, vault, filter);
  const live = createScope(installation.eventsDb(), scope.team, scope.actor);
  return watched(context, (_, onEnd) => liveFeed.read(live, vault, { filter, page }, onEnd));
}

interface MailFilter {
  template?: string | null;
  recipient?: string | null;
  ids?: readonly string[] | null;
}

/** The status changes of the team's mails. Throws ValidationError for the recipient. */
export const mailStatusChanges = (context: Context, filter: MailFilter): BoundedQueue<TransactionalMail> =>
  watched(context, (teamId, onEnd) => context.installation.liveMails.read(teamId, mailFilterOf(filter), onEnd));

/** Everything that becomes of the team's mails. Throws ValidationError for the recipient. */
export async function mailChanges(
  context: Context,
  { changes, ...filter }: MailFilter & { changes?: readonly MailChange['change'][] | null },
): Promise<BoundedQueue<MailChange>> {
  const { liveMailChanges } = context.installation;
  const wanted = { ...mailFilterOf(filter), changes: changes ? new Set(changes) : undefined };
  const stream = watched(context, (teamId, onEnd) => liveMailChanges.read(teamId, wanted, onEnd));
  await liveMailChanges.watch(context.scope.team.id);
  return stream;
}

const mailFilterOf = ({ template, recipient, ids }: MailFilter) => ({
  template: template ?? undefined,
  recipient: streamedAddress('recipient', recipient),
  ids: ids ? new Set(ids.map((id) => id.toLowerCase())) : undefined,
});

const ADDRESS_RULES = {
  email: record({ email: addressFilter().nullish() }),
  recipient: record({ recipient: addressFilter().nullish() }),
};

/** The normalised address for filtering a stream, or undefined. Throws ValidationError naming the `field`. */
function streamedAddress(field: keyof typeof ADDRESS_RULES, address: unknown): string | undefined {
  return (
    Object.values(parse<(typeof ADDRESS_RULES)[typeof field]>(ADDRESS_RULES[field], { [field]: address }))[0] ??
    undefined
  );
}
