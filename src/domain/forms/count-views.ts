import type { Database } from '../../database/connect.ts';
import type { Log } from '../../log.ts';
import { createScope, PERSON } from '../../scope.ts';
import { addToCounts } from './form-counts.ts';

const EVERY_MS = 1_000;

/**
 * Counts form views in memory, and writes them each second as one set for each team, so that a popular form's row is not a
 * bottleneck. A process that dies loses its last second.
 */
export class ViewCounter {
  readonly #db: Database;
  readonly #log: Log;
  #views = new Map<number, Map<string, number>>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Counts one view. */
  count({ teamId, id }: { teamId: number; id: string }): void {
    const views = this.#views.get(teamId) ?? new Map<string, number>();
    this.#views.set(teamId, views.set(id, (views.get(id) ?? 0) + 1));
    this.#timer ??= setTimeout(() => void this.flush(), EVERY_MS).unref();
  }

  /** Writes the counts so far. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counted = this.#views;
    this.#views = new Map();
    this.#writing = this.#writing.then(() => this.#write(counted));
    return this.#writing;
  }

  async #write(counted: ReadonlyMap<number, ReadonlyMap<string, number>>): Promise<void> {
    for (const [teamId, views] of counted) {
      const scope = createScope(this.#db, { id: teamId }, PERSON);
      const counts = [...views].map(([formId, count]) => ({ formId, views: count, signUps: 0 }));
      await addToCounts(scope, counts).catch((error: Error) =>
        this.#log.warn({ reason: error.message }, 'form views were not counted'),
      );
    }
  }
}
