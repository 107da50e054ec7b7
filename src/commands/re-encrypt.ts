import { Vault } from '../crypto/vault.ts';
import { type Database, empty, raw, run, sql } from '../database/connect.ts';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.ts';

/** How many secrets were re-encrypted, and how many the installation's secrets cannot decrypt. */
export interface ReEncrypted {
  done: number;
  unreadable: number;
}

const AT_ONCE = 100;
const BEGINNING = { teamId: 0, id: '00000000-0000-0000-0000-000000000000' };

/**
 * Re-encrypts stored secrets that an old secret encrypted with the current one. A secret that changes in the meantime keeps its
 * change. Can be stopped and repeated.
 */
export async function reEncrypt(db: Database, secrets: readonly [string, ...string[]]): Promise<ReEncrypted> {
  const vaults = { current: new Vault(secrets[0]), all: new Vault(secrets) };
  const sum = { done: 0, unreadable: 0 };
  for (const column of ENCRYPTED_COLUMNS) {
    let after: typeof BEGINNING | undefined = BEGINNING;
    while (after) {
      const rows: Row[] = await readRows(db, column, after);
      for (const row of rows) await encryptAgain(db, column, row, vaults, sum);
      after = rows.length === AT_ONCE ? rows.at(-1) : undefined;
    }
  }
  return sum;
}

interface Row {
  teamId: number;
  id: string;
  encrypted: Uint8Array;
}

const keyOf = ({ id }: EncryptedColumn) => (id ? sql`id` : sql`${BEGINNING.id}::uuid`);

function readRows(db: Database, column: EncryptedColumn, { teamId, id }: typeof BEGINNING): Promise<Row[]> {
  const [table, name] = [raw(column.table), raw(column.column)];
  const behind = column.id ? sql`(team_id, id) > (${teamId}::int, ${id}::uuid)` : sql`team_id > ${teamId}::int`;
  return run<Row>(
    db,
    sql`select team_id as "teamId", ${keyOf(column)}::text as id, ${name} as encrypted from ${table}
        where ${name} is not null and ${behind} order by team_id${column.id ? sql`, id` : empty} limit ${AT_ONCE}`,
  );
}

async function encryptAgain(
  db: Database,
  column: EncryptedColumn,
  { teamId, id, encrypted }: Row,
  { current, all }: { current: Vault; all: Vault },
  sum: ReEncrypted,
): Promise<void> {
  const purpose = column.purpose(teamId, id);
  if (read(current, encrypted, purpose)) return;
  const secret = read(all, encrypted, purpose);
  if (!secret) {
    sum.unreadable += 1;
    return;
  }
  const [table, name] = [raw(column.table), raw(column.column)];
  const own = column.id ? sql`and id = ${id}::uuid` : empty;
  const changed = await run(
    db,
    sql`update ${table} set ${name} = ${current.encrypt(secret, purpose)}::bytea
        where team_id = ${teamId}::int ${own} and ${name} = ${encrypted}::bytea returning 1`,
  );
  sum.done += changed.length;
}

function read(vault: Vault, encrypted: Uint8Array, purpose: string): Buffer | undefined {
  try {
    return vault.decrypt(encrypted, purpose);
  } catch {
    return undefined;
  }
}
