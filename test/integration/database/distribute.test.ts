import { afterAll, describe, expect, test } from 'vitest';
import { EVERYWHERE, ON_COORDINATOR } from '../../../src/database/distribute.ts';
import { BESIDE_TEAMS } from '../../support/citus-rules.ts';
import { runHere } from '../../support/command-line.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());
const select = (sql: string) => statement(database.url, sql);

const OURS = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

const listed = (tables: ReadonlySet<string>) => `'{${[...tables]}}'::text[]`;
const OF_TEAMS = `${OURS} and c.relname <> all(${listed(EVERYWHERE)}) and c.relname <> all(${listed(ON_COORDINATOR)})`;

describe('every table can be distributed by team, including those of later migrations', () => {
  test('its unique keys include the team', async () => {
    const wrong = await select(`
      select c.relname as table, i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indrelid
      where ${OF_TEAMS} and i.indisunique and not exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'team_id' and a.attnum = any(i.indkey))`);
    expect(wrong).toEqual([]);
  });

  test('its foreign keys refer to rows of the same team, or to teams', async () => {
    const wrong = await select(`
      select k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and ${OF_TEAMS} and p.relname <> 'teams' and (
        p.relname = any(${listed(ON_COORDINATOR)}) or not exists (
          select from pg_attribute a, pg_attribute b, unnest(k.conkey, k.confkey) as pair(mine, theirs)
          where a.attrelid = c.oid and a.attnum = pair.mine and a.attname = 'team_id'
            and b.attrelid = p.oid and b.attnum = pair.theirs and b.attname = 'team_id'))`);
    expect(wrong).toEqual([]);
  });

  test('the coordinator’s tables do not refer to distributed ones', async () => {
    const wrong = await select(`
      select k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and ${OURS} and p.relname <> 'teams'
        and not p.relname = any(${listed(ON_COORDINATOR)})
        and (c.relname = any(${listed(ON_COORDINATOR)}) or c.relname = any(${listed(EVERYWHERE)}))`);
    expect(wrong).toEqual([]);
  });

  test('no foreign key cascades updates, and no deletion sets a team to null', async () => {
    const wrong = await select(`
      select k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and ${OURS} and (k.confupdtype <> 'a' or k.confdeltype not in ('a', 'c'))`);
    expect(wrong).toEqual([]);
  });

  test('the program can replace all its triggers', async () => {
    const names = await select(`
      select c.relname || '.' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and ${OURS} order by 1`);
    const known = ['note_delete', 'note_insert', 'note_update'];
    const expected = ['events', 'touches'].flatMap((table) => known.map((name) => `${table}.${name}`));
    const ofSubscribers = [
      'confirm_update',
      ...['note', 'signal', 'tell'].flatMap((what) => [`${what}_insert`, `${what}_update`]),
    ];
    const all = [...expected, ...ofSubscribers.map((name) => `subscribers.${name}`)].sort();
    const isDistributed = process.env.CITUS_URL || process.env.TEST_LAYOUT === 'distributed';
    expect(names.map(({ name }) => name)).toEqual(isDistributed ? [] : all);
  });
});

test.skipIf(process.env.CITUS_URL)(
  'distribute says in one line that there is no Citus, and changes nothing',
  async () => {
    const triggers = () => select(`select count(*)::int as count from pg_trigger where not tgisinternal`);
    const before = await triggers();
    const { code, stdout, stderr } = await runHere(['distribute'], { DATABASE_URL: database.url });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^tidings: DATABASE_URL points to a PostgreSQL without Citus: [^\n]*\n$/);
    expect(await triggers()).toEqual(before);
  },
);

test.runIf(process.env.CITUS_URL)('distribute can be repeated, and reports the current state', async () => {
  const { code, stdout } = await runHere(['distribute'], { DATABASE_URL: database.url });
  expect(code).toBe(0);
  expect(stdout).toContain('teams: everywhere\n');
  expect(stdout).toContain('subscribers: by team\n');
  expect(stdout).not.toContain('now');
});

test.runIf(process.env.CITUS_URL)('Citus knows the coordinator’s tables that the rules name', async () => {
  const known = await select(
    `select table_name::text as name from citus_tables where citus_table_type = 'local' order by 1`,
  );
  expect(known.map(({ name }) => name)).toEqual(BESIDE_TEAMS);
});
