import { join } from 'node:path';
import type { Config } from '../config.ts';
import { daysAgo } from '../database/clock.ts';
import type { Database } from '../database/connect.ts';
import { removeGivenUpJobs } from '../database/given-up-jobs.ts';
import { dataHome } from '../database/home.ts';
import { removeOldChanges } from '../domain/audience/remove-old-changes.ts';
import { removeOldConfirmations } from '../domain/audience/remove-old-confirmations.ts';
import { removeOldRuns } from '../domain/automations/runs/remove-old-runs.ts';
import { removeOldBulkUpdates } from '../domain/bulk/remove-old-bulk-updates.ts';
import { removeOldImports } from '../domain/imports/remove-old-imports.ts';
import { removeOldFeedback, removeOldTouches } from '../domain/insight/touches.ts';
import { emptyOldMails } from '../domain/sending/empty-old-mails.ts';
import { removeOldMails } from '../domain/sending/remove-old-mails.ts';
import type { Log } from '../log.ts';
import { removeOldFiles } from '../storage/outbox-folder.ts';

/** Deletes rows and files older than the installation's settings allow. Without a setting they are kept forever. */
export async function removeExpired(db: Database, config: Pick<Config, 'keep' | 'dataDir'>, log: Log): Promise<void> {
  const { mailContent, mails, imports, failedJobs, outbox, touches, feedback, changes, runs } = config.keep;
  const say = (removed: number, message: string) => removed > 0 && log.info({ removed }, message);
  if (mails) {
    say(await removeOldMails(db, mails), 'deleted old transactional e-mails');
    say(await removeOldConfirmations(db, mails), 'deleted old confirmations and data requests');
  }
  if (mailContent) say(await emptyOldMails(db, mailContent), 'deleted the content of old transactional e-mails');
  if (imports) {
    say(await removeOldImports(db, imports), 'deleted old imports');
    say(await removeOldBulkUpdates(db, imports), 'deleted old bulk updates');
  }
  if (failedJobs) say(await removeGivenUpJobs(db, failedJobs), 'deleted old failed background jobs');
  if (touches) say(await removeOldTouches(db, touches), 'deleted old opens and clicks of people');
  if (feedback) say(await removeOldFeedback(db, feedback), 'deleted old bounces and complaints');
  if (changes) say(await removeOldChanges(db, changes), 'deleted old changes of subscribers');
  if (runs) say(await removeOldRuns(db, runs), 'deleted old automation runs');
  if (outbox) {
    const before = daysAgo(db, outbox);
    say(await removeOldFiles(join(dataHome(config), 'outbox'), before), 'deleted old outbox files');
  }
}
