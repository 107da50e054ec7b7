import { SetupError } from '../../config.ts';
import type { TableHeader } from './backup-file.ts';

/** The tables that a backup must contain, each once and with all its columns: those of the migrated database. */
export class ExpectedTables {
  readonly #missing: Map<string, string>;

  constructor(tables: readonly TableHeader[]) {
    this.#missing = new Map(tables.map(({ table, columns }) => [table, named(columns)]));
  }

  /** Throws SetupError for an unknown table or column, and for a repeated table. */
  take({ table, columns }: TableHeader): void {
    const known = this.#missing.get(table);
    if (known === undefined) throw refused(`unexpected table ${table}`);
    if (known !== named(columns)) throw refused(`its columns of ${table} differ from the database`);
    this.#missing.delete(table);
  }

  /** Throws SetupError when a table is missing. */
  refuseUnlessAll(): void {
    const [missing] = this.#missing.keys();
    if (missing !== undefined) throw refused(`the table ${missing} is missing`);
  }
}

const named = (columns: readonly string[]): string => columns.toSorted().join();

const refused = (how: string) => new SetupError(`The backup is damaged: ${how}`);
