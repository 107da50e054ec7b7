import type { Database } from '../database/connect.ts';
import { resumeChanges } from '../domain/audience/field-changes.ts';
import { resumeAutomationDeletions } from '../domain/automations/delete-automation.ts';
import { resumeEnding } from '../domain/automations/end-archived.ts';
import type { Surroundings } from '../domain/campaigns/check-campaign.ts';
import { decideNextAbTest } from '../domain/campaigns/decide-ab-test.ts';
import { resumeDeletions } from '../domain/campaigns/delete-messages.ts';
import { enqueueNextCampaign } from '../domain/campaigns/enqueue-campaign.ts';
import { resumeRests } from '../domain/campaigns/send-rest.ts';
import { startScheduledCampaigns } from '../domain/campaigns/start-scheduled.ts';
import { resumeSignUps } from '../domain/forms/remove-sign-ups.ts';
import { failForgottenDrafts, resumeImports } from '../domain/imports/resume-imports.ts';
import { countLeftReactions } from '../domain/ledger/count-reactions.ts';
import { removeEndedWindows } from '../domain/platform/network-limit.ts';
import type { Log } from '../log.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 5_000;

/**
 * Looks every few seconds for campaigns and tests whose time has come, and for work that a dead process left behind: the job
 * queue itself would wait four hours before it runs such a job again. Returns a function that stops it.
 */
export function startSweep(db: Database, surroundings: Surroundings, log: Log): () => Promise<void> {
  return repeat(EVERY_MS, async () => {
    try {
      const resumed = await resumeImports(db);
      if (resumed > 0) log.info({ imports: resumed }, 'resumed imports without a worker');
      const continued = await resumeChanges(db);
      if (continued > 0) log.info({ changes: continued }, 'resumed changes of contact fields without a worker');
      const failed = await failForgottenDrafts(db);
      if (failed > 0) log.info({ imports: failed }, 'failed imports whose files never arrived completely');
      const deleting = await resumeDeletions(db);
      if (deleting > 0) log.info({ campaigns: deleting }, 'resumed the deletion of campaigns without a worker');
      const abandoned = (await resumeAutomationDeletions(db)) + (await resumeEnding(db));
      if (abandoned > 0) log.info({ automations: abandoned }, 'resumed the end of automations without a worker');
      const waiting = await resumeSignUps(db);
      if (waiting > 0) log.info({ teams: waiting }, 'resumed sign-ups without a worker');
      await removeEndedWindows(db);
      await countLeftReactions(db);
      await startScheduledCampaigns(db, surroundings, log);
      while (await enqueueNextCampaign(db));
      while (await decideNextAbTest(db));
      await resumeRests(db);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot look for abandoned work');
    }
  });
}
