import type { Database } from '../database/connect.ts';
import { enqueueNextCampaign } from '../domain/campaigns/enqueue-campaign.ts';
import { failForgottenDrafts, resumeImports } from '../domain/imports/continue-import.ts';
import type { Log } from '../log.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 5_000;

/**
 * Looks now and then for work that a dead process left behind, since the job queue itself waits four hours before it
 * gives such a job out again. Gives a way to stop.
 */
export function startSweep(db: Database, log: Log): () => Promise<void> {
  return repeat(EVERY_MS, async () => {
    try {
      const resumed = await resumeImports(db);
      if (resumed > 0) log.info({ imports: resumed }, 'resumed imports that nobody was working on');
      const failed = await failForgottenDrafts(db);
      if (failed > 0) log.info({ imports: failed }, 'failed imports whose files did not come to their end');
      while (await enqueueNextCampaign(db));
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot look for work that nobody is doing');
    }
  });
}
