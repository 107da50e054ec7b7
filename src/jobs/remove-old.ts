import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { enqueue } from '../database/enqueue.ts';
import { removeOldAuditEntries } from '../domain/audit/audit-entries.ts';
import { countOldCampaigns } from '../domain/campaigns/recount.ts';
import { teamsThatRemoveMessages } from '../domain/campaigns/remove-messages.ts';
import { removeOldSignUps } from '../domain/forms/remove-sign-ups.ts';
import { analyzeEvents, makeEventMonths } from '../domain/insight/event-months.ts';
import { teamsThatRemoveEvents } from '../domain/insight/remove-events.ts';
import { removeOldMinutes } from '../domain/ledger/message-minutes.ts';
import { removeOldInvitationCounts } from '../domain/members/invitation-counts.ts';
import { removeOldInvitations } from '../domain/members/invitations.ts';
import { removeOldChallenges } from '../domain/members/passkey-challenges.ts';
import { removeExpiredSessions } from '../domain/members/sessions.ts';
import { removeOldSignIns } from '../domain/members/sign-ins.ts';
import { removeOldCallsOfAll } from '../domain/platform/request-log/remove-calls.ts';
import { removeOldDeliveryCounts } from '../domain/refusals/read-reputation.ts';
import { removeOldGmailDays } from '../domain/sending/gmail/remove-old-days.ts';
import { removeOldReports } from '../domain/sending/remove-domain-reports.ts';
import { removeOldChanges } from '../domain/webhooks/remove-changes.ts';
import { removeOldWebhookDeliveries } from '../domain/webhooks/remove-deliveries.ts';
import type { Log } from '../log.ts';
import { removeExpired } from './remove-expired.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 6 * 3_600_000;

/**
 * Every six hours: creates the coming months for events, starts the deletion of data past the teams' retention, and deletes old
 * domain reports, Google's statistics, reputation and minute counts, webhook deliveries, changes of feeds, expired sessions, sign-ins and invitations, unconfirmed
 * sign-ups, and old entries of the audit log and the request log. Also backfills reports of campaigns sent by an older version. Returns a function that stops
 * it.
 */
export const removeOld = (
  db: Database,
  config: Pick<Config, 'auditLogDays' | 'keep' | 'dataDir'>,
  log: Log,
): (() => Promise<void>) =>
  repeat(EVERY_MS, async () => {
    try {
      const made = await makeEventMonths(db);
      if (made > 0) log.info({ made }, 'created month partitions for events');
      for (const teamId of await teamsThatRemoveEvents(db, config.keep.events)) {
        await enqueue(db, 'remove-events', { teamId, from: {} }, { key: 'all' });
      }
      for (const teamId of await teamsThatRemoveMessages(db, config.keep.messages)) {
        await enqueue(db, 'remove-messages', { teamId }, { key: 'all' });
      }
      const removed = await removeOldReports(db);
      if (removed > 0) log.info({ removed }, 'deleted old domain reports');
      const days = await removeOldGmailDays(db);
      if (days > 0) log.info({ days }, 'deleted old statistics of Gmail Postmaster Tools');
      const counts = await removeOldDeliveryCounts(db);
      if (counts > 0) log.info({ counts }, 'deleted old reputation counts');
      await removeOldMinutes(db);
      const deliveries = await removeOldWebhookDeliveries(db);
      if (deliveries > 0) log.info({ deliveries }, 'deleted old webhook deliveries');
      const changes = await removeOldChanges(db);
      if (changes > 0) log.info({ changes }, 'deleted old changes of feeds');
      await removeExpiredSessions(db);
      await removeOldSignIns(db);
      await removeOldInvitations(db);
      await removeOldInvitationCounts(db);
      await removeOldChallenges(db);
      const signUps = await removeOldSignUps(db);
      if (signUps > 0) log.info({ signUps }, 'deleted unconfirmed sign-ups');
      const entries = await removeOldAuditEntries(db, config.auditLogDays);
      if (entries > 0) log.info({ entries }, 'deleted old audit log entries');
      const calls = await removeOldCallsOfAll(db);
      if (calls > 0) log.info({ calls }, 'deleted old calls from the request log');
      const counted = await countOldCampaigns(db);
      if (counted > 0) log.info({ campaigns: counted }, 'backfilled reports of old campaigns');
      await analyzeEvents(db);
      await removeExpired(db, config, log);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot delete old data; trying again');
    }
  });
