import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { enqueue } from '../database/enqueue.ts';
import { removeOldAuditEntries } from '../domain/audit/remove-entries.ts';
import { countOldCampaigns } from '../domain/campaigns/recount.ts';
import { teamsThatRemoveMessages } from '../domain/campaigns/remove-messages.ts';
import { removeOldSignUps } from '../domain/forms/remove-sign-ups.ts';
import { analyzeEvents, makeEventMonths } from '../domain/insight/event-months.ts';
import { teamsThatRemoveEvents } from '../domain/insight/remove-events.ts';
import { removeOldMinutes } from '../domain/ledger/count-minutes.ts';
import { removeOldInvitationCounts } from '../domain/members/invitation-counts.ts';
import { removeOldInvitations } from '../domain/members/invitations.ts';
import { removeOldChallenges } from '../domain/members/passkey-challenges.ts';
import { removeExpiredSessions } from '../domain/members/sessions.ts';
import { removeOldSignIns } from '../domain/members/sign-ins.ts';
import { removeOldDeliveryCounts } from '../domain/refusals/remove-delivery-counts.ts';
import { removeOldReports } from '../domain/sending/remove-domain-reports.ts';
import { removeOldDeliveries } from '../domain/webhooks/remove-deliveries.ts';
import type { Log } from '../log.ts';
import { removeNoLongerKept } from './remove-no-longer-kept.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 6 * 3_600_000;

/**
 * Every six hours: makes the coming months for events, has removed what teams no longer keep, and removes old reports
 * about domains, old counts of what providers did and of minutes, old deliveries to web addresses, sessions, sign-ins and
 * invitations that have expired, sign-ups that belong to nobody, and old entries of audit logs; counts campaigns that were sent by an older version.
 * Returns a function that stops it.
 */
export const removeOld = (
  db: Database,
  config: Pick<Config, 'auditLogDays' | 'keep' | 'dataDir'>,
  log: Log,
): (() => Promise<void>) =>
  repeat(EVERY_MS, async () => {
    try {
      const made = await makeEventMonths(db);
      if (made > 0) log.info({ made }, 'made months for events');
      for (const teamId of await teamsThatRemoveEvents(db)) {
        await enqueue(db, 'remove-events', { teamId, from: {} }, { key: 'all' });
      }
      for (const teamId of await teamsThatRemoveMessages(db)) {
        await enqueue(db, 'remove-messages', { teamId }, { key: 'all' });
      }
      const removed = await removeOldReports(db);
      if (removed > 0) log.info({ removed }, 'removed old reports about sending domains');
      const counts = await removeOldDeliveryCounts(db);
      if (counts > 0) log.info({ counts }, 'removed old counts of what providers did');
      await removeOldMinutes(db);
      const deliveries = await removeOldDeliveries(db);
      if (deliveries > 0) log.info({ deliveries }, 'removed old deliveries to web addresses');
      await removeExpiredSessions(db);
      await removeOldSignIns(db);
      await removeOldInvitations(db);
      await removeOldInvitationCounts(db);
      await removeOldChallenges(db);
      const signUps = await removeOldSignUps(db);
      if (signUps > 0) log.info({ signUps }, 'removed sign-ups of which nothing came');
      const entries = await removeOldAuditEntries(db, config.auditLogDays);
      if (entries > 0) log.info({ entries }, 'removed old entries of audit logs');
      const counted = await countOldCampaigns(db);
      if (counted > 0) log.info({ campaigns: counted }, 'counted campaigns that were sent before reports');
      await analyzeEvents(db);
      await removeNoLongerKept(db, config, log);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot look after what is old; trying again');
    }
  });
