import { type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { readLists } from '../audience/lists.ts';
import { readSubscribers } from '../audience/subscribers.ts';
import { readTags } from '../audience/tag-catalogue.ts';
import { readAuditEntries } from '../audit/audit-entries.ts';
import { readAutomations } from '../automations/automations.ts';
import { readRuns } from '../automations/runs/runs.ts';
import { readCampaigns } from '../campaigns/campaigns.ts';
import { readTemplates } from '../content/templates.ts';
import { readForms } from '../forms/forms.ts';
import { readSignUps } from '../forms/sign-ups.ts';
import { readCampaignMessages } from '../insight/campaign-messages.ts';
import { readPersonalEvents } from '../insight/events.ts';
import { readPeople } from '../insight/people/person.ts';
import { readRefunds } from '../insight/refund.ts';
import { readMediaByIds } from '../media/media.ts';
import { readInvitations } from '../members/invitations.ts';
import { readMembers } from '../members/members.ts';
import { readTeam } from '../platform/team-settings.ts';
import { readSegments } from '../segments/segments.ts';
import { readTransactionalMails } from '../sending/transactional-mails.ts';
import { readSendingPauses } from '../transports/sending-pauses.ts';
import { readTransports } from '../transports/transports.ts';
import { readPeopleViews } from '../views/people-views.ts';
import { readWebhookDeliveries } from '../webhooks/deliveries.ts';
import { readWebhooks } from '../webhooks/webhooks.ts';

/** A type whose rows `node` finds by their ids alone. */
export interface NodeType<Row extends { id: unknown } = { id: unknown }> {
  /** Selects the `id` of all the team's rows. */
  ids: (teamId: number) => Sql;
  /** The rows with some ids, in no order, in one statement if possible. */
  read: (scope: Scope, ids: readonly string[]) => Promise<Row[]>;
}

const of = (table: Sql) => (teamId: number) => sql`select id from ${table} where team_id = ${teamId}`;
const these = ({ team }: Scope, ids: readonly string[]) => ({ where: { teamId: team.id, id: { in: [...ids] } } });

/**
 * Every type of node by its name. `read` leaves out rows that are no longer shown. `src/schema/node-loaders.ts` makes a
 * loader of each.
 */
export const NODE_TYPES = {
  ApiToken: {
    ids: of(sql`api_tokens`),
    read: (scope, ids) => scope.db.apiToken.findMany({ where: { ...these(scope, ids).where, revokedAt: null } }),
  },
  AuditEntry: { ids: of(sql`audit_log`), read: readAuditEntries },
  Automation: {
    ids: (teamId) => sql`select id from automations where team_id = ${teamId} and deleted_at is null`,
    read: readAutomations,
  },
  AutomationRun: { ids: of(sql`automation_runs`), read: readRuns },
  BulkUpdate: { ids: of(sql`bulk_updates`), read: (scope, ids) => scope.db.bulkUpdate.findMany(these(scope, ids)) },
  Campaign: {
    ids: (teamId) => sql`select id from campaigns where team_id = ${teamId}`,
    read: readCampaigns,
  },
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
  Form: { ids: of(sql`forms`), read: readForms },
  Import: { ids: of(sql`imports`), read: (scope, ids) => scope.db.import.findMany(these(scope, ids)) },
  Invitation: { ids: of(sql`invitations`), read: readInvitations },
  List: { ids: of(sql`lists`), read: readLists },
  Media: { ids: of(sql`media`), read: readMediaByIds },
  Member: { ids: of(sql`members`), read: readMembers },
  PeopleView: { ids: of(sql`people_views`), read: readPeopleViews },
  Person: { ids: (teamId) => sql`select key as id from people where team_id = ${teamId}`, read: readPeople },
  Refund: { ids: of(sql`refunds`), read: readRefunds },
  Segment: { ids: of(sql`segments`), read: readSegments },
  SendingDomain: {
    ids: of(sql`sending_domains`),
    read: (scope, ids) => scope.db.sendingDomain.findMany(these(scope, ids)),
  },
  SendingPause: { ids: of(sql`sending_pauses`), read: readSendingPauses },
  SignUp: {
    ids: (teamId) => sql`select id from sign_ups where team_id = ${teamId} and subscriber_id is not null`,
    read: readSignUps,
  },
  Subscriber: { ids: of(sql`subscribers`), read: readSubscribers },
  Suppression: { ids: of(sql`suppressions`), read: (scope, ids) => scope.db.suppression.findMany(these(scope, ids)) },
  Tag: { ids: (teamId) => sql`select public_id as id from tags where team_id = ${teamId}`, read: readTags },
  Team: {
    ids: (teamId) => sql`select public_id as id from teams where id = ${teamId}`,
    read: async (scope) => [await readTeam(scope)],
  },
  Template: { ids: of(sql`templates`), read: readTemplates },
  TransactionalMail: { ids: of(sql`transactional_mails`), read: readTransactionalMails },
  Transport: { ids: of(sql`transports`), read: readTransports },
  Webhook: { ids: of(sql`webhooks`), read: readWebhooks },
  WebhookDelivery: {
    ids: (teamId) => sql`select id from webhook_deliveries where team_id = ${teamId} and webhook_id is not null`,
    read: ({ db, team }, ids) => readWebhookDeliveries(db, team.id, ids),
  },
} satisfies Readonly<Record<string, NodeType>>;
