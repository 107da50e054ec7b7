import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutRoot } from '../../../src/database/home.ts';
import { personKey } from '../../../src/ids.ts';
import type { TestApp } from '../../support/app.ts';
import { OWN } from '../../support/own-tables.ts';
import { statement } from '../../support/statement.ts';
import { EMAIL, openKnownPerson, WORD } from './known-person.ts';
import { OTHERS, OUR_OWN, PERSONAL } from './personal-tables.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openKnownPerson();
});
afterAll(() => api.close());

type Row = Record<string, unknown>;

const query = <Found extends Row>(sql: string) => statement(api.databaseUrl, sql) as Promise<Found[]>;
const rowsOf = async (table: string, where = 'true') =>
  (await query<{ row: Row }>(`select to_jsonb(t) - 'team_id' as row from ${table} t where ${where}`)).map(
    ({ row }) => row,
  );
const holds = (value: unknown) => !['null', '""', '[]', '{}'].includes(JSON.stringify(value));
const columnsThatHold = (rows: Row[]) => [
  ...new Set(rows.flatMap((row) => Object.keys(row).filter((column) => holds(row[column])))),
];

/** Words, numbers and times at any depth. */
const said = (value: unknown): unknown[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(said);
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value);
  return [isTime ? new Date(value).toISOString() : value];
};

/** Names of tables, including the job queue, with a row that contains the word. */
async function tablesThatSay(word: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker') order by table_name`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(`select from ${name} t where position('${word}' in lower(t::text)) > 0 limit 1`);
    if (rows.length > 0) found.push(name.replace('public.', ''));
  }
  return found;
}

test('every table is listed as personal or not, and docs/people.md lists the personal ones', async () => {
  const tables = await query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const known = [...Object.keys(PERSONAL), ...OTHERS];
  const there = tables.map(({ name }) => name);
  expect(
    there.filter((name) => !known.includes(name)),
    `tables to put into PERSONAL of personal-tables.ts, or into OTHERS if they are about nobody; or write "${OWN}" above the model`,
  ).toEqual([]);
  expect(
    known.filter((name) => !there.includes(name)),
    'tables to take out of personal-tables.ts: they are gone',
  ).toEqual([]);
  const page = await readFile(join(checkoutRoot(), 'docs', 'people.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  expect(
    Object.keys(PERSONAL).filter((name) => !rows.some((row) => row.split('|')[1]!.includes(name))),
    'tables whose erasing a row of docs/people.md must describe',
  ).toEqual([]);
});

test('columns that seem to belong to a person are in tables listed as personal', async () => {
  const belonging = await query<{ name: string }>(
    `with recursive belonging(id) as (
       select 'people'::regclass::oid union
       select c.conrelid from pg_constraint c join belonging b on c.confrelid = b.id where c.contype = 'f' and c.conparentid = 0)
     select id::regclass::text as name from belonging`,
  );
  expect(
    belonging.filter(({ name }) => !(name in PERSONAL)),
    'tables that lead to a person: put them into PERSONAL of personal-tables.ts and into docs/people.md',
  ).toEqual([]);
  const looks = await query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = any('{${OTHERS.join()}}') and column_name ~
       'person|subscriber|recipient|email|phone|address|birth|gender|user_agent|first_name|last_name|from_name|reply_to|(^|_)ip(_|$)'`,
  );
  expect(
    looks.filter(({ name }) => !OUR_OWN.includes(name)),
    "columns that look personal: put their tables into PERSONAL of personal-tables.ts, or the columns into OUR_OWN if they are the team's own",
  ).toEqual([]);
});

test('the export shows all personal data, column by column', async () => {
  const { body } = await api.rest('GET', `/people/export?email=${EMAIL}&per_page=200`);
  const shown = new Set(said(body.data));
  const missing: string[] = [];
  for (const [table, { unshown, shown: where }] of Object.entries(PERSONAL)) {
    const rows = await rowsOf(table, where);
    const columns = Object.keys(
      rows[0] ?? expect.fail(`Nothing about the person stands in ${table}: known-person.ts must make a row.`),
    );
    for (const column of columns.filter((name) => unshown !== 'all' && !unshown.includes(name))) {
      const values = rows.map((row) => row[column]).filter(holds);
      if (values.length === 0) missing.push(`${table}.${column}: nothing was put there`);
      else if (!values.flatMap(said).every((value) => shown.has(value))) missing.push(`${table}.${column}`);
    }
  }
  expect(
    missing,
    'columns to export (person-lists.ts, src/rest/v1/people.graphql), or to name as unshown in personal-tables.ts; known-person.ts fills what is empty',
  ).toEqual([]);
});

test('erasing removes all personal data', async () => {
  const tables = Object.entries(PERSONAL);
  const before = new Map<string, string[]>();
  for (const [table] of tables) before.set(table, columnsThatHold(await rowsOf(table)));
  const subscribers = await rowsOf('subscribers');
  expect((await api.rest('POST', '/people/erase', { email: EMAIL })).status).toBe(204);

  for (const [table, { left = [] }] of tables) {
    const rows = await rowsOf(table);
    const erase = `src/domain/privacy/ must erase these columns of ${table}, or personal-tables.ts say that they are left`;
    expect(
      columnsThatHold(rows).filter((column) => !left.includes(column)),
      erase,
    ).toEqual([]);
    if (left.length === 0) expect(rows, `src/domain/privacy/ must delete the rows of ${table}`).toEqual([]);
    const columns = await query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = '${table}' and column_name <> 'team_id'`,
    );
    const tested = [...left, ...before.get(table)!];
    const untested = columns.map(({ name }) => name).filter((name) => left.length > 0 && !tested.includes(name));
    expect(untested, `known-person.ts must fill these columns of ${table}, or nobody sees them erased`).toEqual([]);
  }
  expect(await tablesThatSay(WORD), 'tables that src/domain/privacy/ must clear of the word').toEqual([]);
  for (const { id } of subscribers) expect(await tablesThatSay(String(id))).toEqual([]);
  expect(await tablesThatSay(personKey(api.teamId, EMAIL))).toEqual([
    'automation_runs',
    'messages',
    'people',
    'suppressions',
  ]);
});
