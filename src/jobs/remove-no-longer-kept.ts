import { join } from 'node:path';
import type { Config } from '../config.ts';
import { databaseNow } from '../database/clock.ts';
import type { Database } from '../database/connect.ts';
import { removeGivenUpJobs } from '../database/given-up-jobs.ts';
import { dataHome } from '../database/home.ts';
import { removeOldImports } from '../domain/imports/remove-old-imports.ts';
import { emptyOldMails } from '../domain/sending/empty-old-mails.ts';
import { removeOldMails } from '../domain/sending/remove-old-mails.ts';
import type { Log } from '../log.ts';
import { removeOldFiles } from '../storage/outbox-folder.ts';

const DAY_MS = 86_400_000;

/** Deletes rows and files older than the installation's settings allow. Without a setting they are kept forever. */
export async function removeNoLongerKept(
  db: Database,
  config: Pick<Config, 'keep' | 'dataDir'>,
  log: Log,
): Promise<void> {
  const { mailContent, mails, imports, failedJobs, outbox } = config.keep;
  const say = (removed: number, message: string) => removed > 0 && log.info({ removed }, message);
  if (mails) say(await removeOldMails(db, mails), 'deleted old transactional e-mails');
  if (mailContent) say(await emptyOldMails(db, mailContent), 'deleted the content of old transactional e-mails');
  if (imports) say(await removeOldImports(db, imports), 'deleted old imports');
  if (failedJobs) say(await removeGivenUpJobs(db, failedJobs), 'deleted old failed background jobs');
  if (outbox) {
    const before = new Date(databaseNow(db).getTime() - outbox * DAY_MS);
    say(await removeOldFiles(join(dataHome(config), 'outbox'), before), 'deleted old outbox files');
  }
}
