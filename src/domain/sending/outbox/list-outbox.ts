import type { Scope } from '../../../scope.ts';
import type { OutboxFile, OutboxFolder } from '../../../storage/outbox-folder.ts';
import { found, idOf } from '../../found.ts';
import { type Page, type PageRequest, readPage, type Slice } from '../../page.ts';
import { type OutboxMessage, readOutboxMessages } from './outbox-messages.ts';

/** Files looked up in the ledger at a time. */
const TOGETHER = 500;

/** A page of the team's messages among the newest 10,000 files, newest first. Throws ValidationError. */
export const listOutbox = (scope: Scope, folder: OutboxFolder, request: PageRequest): Promise<Page<OutboxMessage>> =>
  readPage<OutboxMessage>(request, {
    by: 'createdAt',
    find: async (_, slice) => firstOf(scope, folder, beyond(await folder.newest(), slice), slice),
    count: async () => {
      const files = await folder.newest();
      const all = { take: files.length, skip: 0, upwards: false };
      return (await firstOf(scope, folder, files, all)).length;
    },
  });

/** A message of the team in the outbox, by its id. Throws NotFoundError. */
export async function readOutboxMessage(scope: Scope, folder: OutboxFolder, id: unknown): Promise<OutboxMessage> {
  const wanted = idOf(id);
  const files = (await folder.newest()).filter((file) => file.id === wanted);
  return found((await readOutboxMessages(scope, folder, files))[0]);
}

/** The files beyond the cursor, in the order of the page. */
function beyond(newest: OutboxFile[], { cursor, upwards }: Slice): OutboxFile[] {
  const files = upwards ? newest.toReversed() : newest;
  if (!cursor) return files;
  const [time, id] = cursor as [Date, string];
  const side = upwards ? 1 : -1;
  return files.filter((file) => Math.sign(file.createdAt.getTime() - time.getTime() || compare(file.id, id)) === side);
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

async function firstOf(
  scope: Scope,
  folder: OutboxFolder,
  files: readonly OutboxFile[],
  { take, skip }: Pick<Slice, 'take' | 'skip'>,
): Promise<OutboxMessage[]> {
  const theirs: OutboxMessage[] = [];
  for (let at = 0; at < files.length && theirs.length < skip + take; at += TOGETHER) {
    theirs.push(...(await readOutboxMessages(scope, folder, files.slice(at, at + TOGETHER))));
  }
  return theirs.slice(skip, skip + take);
}
