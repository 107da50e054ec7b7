import { type Database, join, type Sql, sql } from '../database/connect.ts';
import { FORGOTTEN_CHANGES, resumeChanges } from '../domain/audience/field-changes.ts';
import {
  FORGOTTEN_DELETIONS as AUTOMATIONS,
  resumeAutomationDeletions,
} from '../domain/automations/delete-automation.ts';
import { resumeEnding, UNENDED_RUNS } from '../domain/automations/end-archived.ts';
import { FORGOTTEN_BULK_UPDATES, resumeBulkUpdates } from '../domain/bulk/resume-bulk-updates.ts';
import type { Surroundings } from '../domain/campaigns/check-campaign.ts';
import { decideNextAbTest, UNDECIDED_TESTS } from '../domain/campaigns/decide-ab-test.ts';
import { FORGOTTEN_DELETIONS as CAMPAIGNS, resumeDeletions } from '../domain/campaigns/delete-messages.ts';
import { enqueueNextCampaign, UNQUEUED_CAMPAIGNS } from '../domain/campaigns/enqueue-campaign.ts';
import { resumeRests, WAITING_RESTS } from '../domain/campaigns/send-rest.ts';
import { DUE_CAMPAIGNS, startScheduledCampaigns } from '../domain/campaigns/start-scheduled.ts';
import { LEFT_SIGN_UPS, resumeSignUps } from '../domain/forms/remove-sign-ups.ts';
import { FORGOTTEN_IMPORTS, failForgottenDrafts, resumeImports } from '../domain/imports/resume-imports.ts';
import { countLeftOutcomes, UNCOUNTED_OUTCOMES } from '../domain/ledger/count-outcomes.ts';
import { countLeftReactions, UNCOUNTED_REACTIONS } from '../domain/ledger/count-reactions.ts';
import { ENDED_WINDOWS, removeEndedWindows } from '../domain/platform/network-limit.ts';
import type { Log } from '../log.ts';
import { runWhenDue } from './run-when-due.ts';

const EVERY_MS = 5_000;

const LEFT: readonly Sql[] = [
  ...[
    FORGOTTEN_IMPORTS,
    FORGOTTEN_BULK_UPDATES,
    FORGOTTEN_CHANGES,
    CAMPAIGNS,
    AUTOMATIONS,
    UNENDED_RUNS,
    LEFT_SIGN_UPS,
  ],
  ...[
    ENDED_WINDOWS,
    UNCOUNTED_OUTCOMES,
    UNCOUNTED_REACTIONS,
    DUE_CAMPAIGNS,
    UNQUEUED_CAMPAIGNS,
    UNDECIDED_TESTS,
    WAITING_RESTS,
  ],
];

/** Whether there is any such work. */
export const ANY_LEFT = sql`select where ${join(
  LEFT.map((what) => sql`exists (${what})`),
  ' or ',
)}`;

/**
 * Looks every few seconds for due campaigns and A/B tests, and for work that a dead process left behind: the job queue itself
 * would wait four hours before it retries such a job. Returns a function that stops it.
 */
export function startSweep(db: Database, surroundings: Surroundings, log: Log): () => Promise<void> {
  return runWhenDue(db, { what: ANY_LEFT, everyMs: EVERY_MS }, async () => {
    try {
      const resumed = await resumeImports(db);
      if (resumed > 0) log.info({ imports: resumed }, 'resumed imports without a worker');
      const bulk = await resumeBulkUpdates(db);
      if (bulk > 0) log.info({ bulkUpdates: bulk }, 'resumed bulk updates without a worker');
      const continued = await resumeChanges(db);
      if (continued > 0) log.info({ changes: continued }, 'resumed contact field changes without a worker');
      const failed = await failForgottenDrafts(db);
      if (failed > 0) log.info({ imports: failed }, 'failed imports with incomplete uploads');
      const deleting = await resumeDeletions(db);
      if (deleting > 0) log.info({ campaigns: deleting }, 'resumed campaign deletions without a worker');
      const abandoned = (await resumeAutomationDeletions(db)) + (await resumeEnding(db));
      if (abandoned > 0) log.info({ automations: abandoned }, 'resumed automation deletions without a worker');
      const waiting = await resumeSignUps(db);
      if (waiting > 0) log.info({ teams: waiting }, 'resumed sign-ups without a worker');
      await removeEndedWindows(db);
      await countLeftOutcomes(db);
      await countLeftReactions(db);
      await startScheduledCampaigns(db, surroundings, log);
      while (await enqueueNextCampaign(db));
      while (await decideNextAbTest(db));
      await resumeRests(db);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot find abandoned work');
    }
  });
}
