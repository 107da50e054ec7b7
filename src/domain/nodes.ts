import { z } from 'zod';
import { join, run, type Sql, sql } from '../database/connect.ts';
import { isId } from '../ids.ts';
import type { Scope } from '../scope.ts';
import { listOf, record } from '../validation/text.ts';
import { parse } from '../validation/validate.ts';
import { readLists } from './audience/lists.ts';
import { readTags } from './audience/tag-catalogue.ts';
import { readCampaigns } from './campaigns/campaigns.ts';
import { readTemplates } from './content/templates.ts';
import { readCampaignMessages } from './insight/campaign-messages.ts';
import { readPersonalEvents } from './insight/events.ts';
import { readPeople } from './insight/people/person.ts';
import { readTeam } from './platform/team-settings.ts';
import { readSegments } from './segments/segments.ts';
import { readTransactionalMails } from './sending/transactional-mails.ts';
import { readSendingPauses } from './transports/sending-pauses.ts';
import { readTransports } from './transports/transports.ts';

/** A row that was found by its id alone, and what it is. */
export interface Found {
  type: string;
  row: object;
}

interface Kind {
  /** Selects the `id` of all that the team has. */
  ids: (teamId: number) => Sql;
  /** The rows of some ids, in no order, in one statement or two. */
  read: (scope: Scope, ids: string[]) => Promise<(object & { id: unknown })[]>;
}

const MAX_IDS = 100;

const of = (table: Sql) => (teamId: number) => sql`select id from ${table} where team_id = ${teamId}`;
const these = ({ team }: Scope, ids: string[]) => ({ where: { teamId: team.id, id: { in: ids } } });

/** What can be found by its id alone. What is not shown any more, `read` leaves out. */
const KINDS: Record<string, Kind> = {
  ApiToken: {
    ids: of(sql`api_tokens`),
    read: (scope, ids) => scope.db.apiToken.findMany({ where: { ...these(scope, ids).where, revokedAt: null } }),
  },
  Campaign: { ids: of(sql`campaigns`), read: readCampaigns },
  CampaignMessage: {
    ids: (teamId) => sql`select id from messages where team_id = ${teamId} and campaign_id is not null`,
    read: readCampaignMessages,
  },
  ContactField: {
    ids: of(sql`contact_fields`),
    read: (scope, ids) => scope.db.contactField.findMany(these(scope, ids)),
  },
  Event: { ids: of(sql`events`), read: readPersonalEvents },
  FeedbackSource: {
    ids: of(sql`feedback_sources`),
    read: (scope, ids) => scope.db.feedbackSource.findMany(these(scope, ids)),
  },
  Import: { ids: of(sql`imports`), read: (scope, ids) => scope.db.import.findMany(these(scope, ids)) },
  List: { ids: of(sql`lists`), read: readLists },
  Person: { ids: (teamId) => sql`select key as id from people where team_id = ${teamId}`, read: readPeople },
  Segment: { ids: of(sql`segments`), read: readSegments },
  SendingDomain: {
    ids: of(sql`sending_domains`),
    read: (scope, ids) => scope.db.sendingDomain.findMany(these(scope, ids)),
  },
  SendingPause: { ids: of(sql`sending_pauses`), read: readSendingPauses },
  Subscriber: { ids: of(sql`subscribers`), read: (scope, ids) => scope.db.subscriber.findMany(these(scope, ids)) },
  Suppression: { ids: of(sql`suppressions`), read: (scope, ids) => scope.db.suppression.findMany(these(scope, ids)) },
  Tag: { ids: (teamId) => sql`select public_id as id from tags where team_id = ${teamId}`, read: readTags },
  Team: {
    ids: (teamId) => sql`select public_id as id from teams where id = ${teamId}`,
    read: async (scope) => [await readTeam(scope)],
  },
  Template: { ids: of(sql`templates`), read: readTemplates },
  TransactionalMail: { ids: of(sql`transactional_mails`), read: readTransactionalMails },
  Transport: { ids: of(sql`transports`), read: readTransports },
};

const request = record({ ids: listOf(z.string(), 0, MAX_IDS) });

/** The ids that are asked for. Throws ValidationError for too many. */
export const idsOf = (input: unknown): string[] => parse(request, input).ids;

/**
 * What each of these ids is in the team, undefined for what it does not have: one statement that tells what they are, and
 * those that read each kind among them, however many ids there are.
 */
export async function readNodes(scope: Scope, given: readonly string[]): Promise<(Found | undefined)[]> {
  const ids = given.map((id) => id.toLowerCase());
  const idsOfType = await readTypes(scope, [...new Set(ids.filter(isId))]);
  const found = new Map<string, Found>();
  for (const [type, ids] of idsOfType) {
    const rows = await (KINDS[type] as Kind).read(scope, ids);
    for (const row of rows) found.set(type === 'Team' ? (ids[0] as string) : String(row.id), { type, row });
  }
  return ids.map((id) => found.get(id));
}

async function readTypes(scope: Scope, ids: readonly string[]): Promise<Map<string, string[]>> {
  const types = new Map<string, string[]>();
  if (ids.length === 0) return types;
  const branches = Object.entries(KINDS).map(
    ([type, kind]) =>
      sql`select ${type}::text as type, id::text from (${kind.ids(scope.team.id)}) kind where id = any(${[...ids]}::uuid[])`,
  );
  for (const { type, id } of await run<{ type: string; id: string }>(scope.db, join(branches, ' union all '))) {
    types.set(type, [...(types.get(type) ?? []), id]);
  }
  return types;
}
