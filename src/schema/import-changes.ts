import { readList } from '../domain/audience/lists.ts';
import { type Import, readImport } from '../domain/imports/imports.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import type { Context } from './context.ts';
import { watched } from './watched.ts';

/** The import now, then each change until it ends. Throws NotFoundError. */
export async function importChanges(context: Context, importId: unknown): Promise<BoundedQueue<Import>> {
  const { teamId, id } = await readImport(context.scope, importId);
  const { liveImports } = context.installation;
  const changes = watched(context, (teamId, onEnd) => liveImports.read(teamId, { id }, onEnd));
  liveImports.take({ topic: 'import.progressed', teamId, id });
  return changes;
}

/** Each changed import of the team or a list. Throws NotFoundError. */
export async function allImportChanges(context: Context, list: unknown): Promise<BoundedQueue<Import>> {
  const followed = list == null ? {} : { listId: (await readList(context.scope, list)).id };
  return watched(context, (teamId, onEnd) => context.installation.liveImports.read(teamId, followed, onEnd));
}
