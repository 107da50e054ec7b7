import { dropGivenUpJobs, listGivenUpJobs, retryGivenUpJobs } from '../database/given-up-jobs.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

const MOST_SHOWN = 10_000;

const WORK = { retry: retryGivenUpJobs, drop: dropGivenUpJobs };

/**
 * `jobs list` prints the failed background jobs, one per line: id, task, team, attempts, time and reason of the last failure.
 * `jobs retry ID|--all` makes workers retry them, `jobs drop ID|--all` deletes them. Both print the ids.
 */
export const jobs: Command = async ([action, ...args]) => {
  if (action === 'list') return list(args);
  if (action !== 'retry' && action !== 'drop') throw wrongCall('jobs');
  const { words, has } = readArguments(args, { switches: ['all'], words: 1 });
  const [id] = words;
  if ((id === undefined) !== has('all')) throw new UsageError('give either the ID of a job or --all');
  if (id !== undefined && !/^\d{1,18}$/.test(id)) throw new UsageError('this job does not exist');
  await withInstallation(async ({ connection: { db } }) => {
    const done = await WORK[action](db, id);
    if (id !== undefined && done.length === 0) throw new UsageError('there is no failed job with this id');
    for (const { id } of done) console.log(id);
  });
};

async function list(args: string[]): Promise<void> {
  readArguments(args, {});
  await withInstallation(async ({ connection: { db } }) => {
    for (const { id, task, teamId, attempts, failedAt, error } of await listGivenUpJobs(db, MOST_SHOWN)) {
      console.log(
        [id, task, `team=${teamId ?? '-'}`, `attempts=${attempts}`, failedAt.toISOString(), error].join('  '),
      );
    }
  });
}
