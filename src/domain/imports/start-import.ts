import { run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { LEASE_SECONDS } from '../leased-work.ts';
import { type Import, readImport, scheduleImport } from './imports.ts';

/**
 * Starts an import whose file has been received. Safe to repeat. Throws NotFoundError, and ConflictError if the file is not
 * complete or the import has failed or was cancelled.
 */
export function startImport(scope: Scope, id: unknown): Promise<Import> {
  return transaction(scope, async (scope) => {
    const { id: importId } = await readImport(scope, id);
    const started = await run(
      scope.db,
      sql`update imports set held = false, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
          where team_id = ${scope.team.id} and id = ${importId}::uuid
            and held and digest is not null and finished_at is null
          returning 1`,
    );
    if (started.length > 0) await scheduleImport(scope, importId);
    const now = await readImport(scope, importId);
    if (now.held)
      throw new ConflictError('FILE_INCOMPLETE', 'The import cannot be started, because its file is not complete.');
    if (now.finishedAt && started.length === 0 && now.status !== 'completed') {
      throw new ConflictError(
        'ENDED',
        `The import cannot be started: it ${now.status === 'failed' ? 'has failed' : 'was cancelled'}.`,
      );
    }
    return now;
  });
}

/** Deletes an import that was received but not started. Returns it. Throws NotFoundError, ConflictError. */
export function discardImport(scope: Scope, id: unknown): Promise<Import> {
  return transaction(scope, async (scope) => {
    const draft = await readImport(scope, id);
    const { count } = await scope.db.import.deleteMany({
      where: { teamId: scope.team.id, id: draft.id, held: true, digest: { not: null }, finishedAt: null },
    });
    if (count === 0)
      throw new ConflictError(
        'ALREADY_STARTED',
        'The import cannot be discarded, because it has started or its file is not complete.',
      );
    return draft;
  });
}
