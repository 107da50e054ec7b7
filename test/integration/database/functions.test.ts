import { afterAll, expect, test } from 'vitest';
import { readFunctions } from '../../../src/database/functions.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { statementsOf } from '../../../src/database/statements-of.ts';
import { createLog } from '../../../src/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const LONGEST = 2_500;
const log = createLog('silent');

/** The bodies of our functions in the database, by name. `text_of` makes the casts of a cluster; triggers are made by migrations. */
const readBodies = async () => {
  const rows = await statement(
    database.url,
    `select proname as name, prosrc as body from pg_proc p
     where pronamespace = 'public'::regnamespace and proname <> 'text_of' and prorettype <> 'trigger'::regtype
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and obj_description(oid, 'pg_proc') is not null order by proname`,
  );
  return Object.fromEntries(rows.map(({ name, body }) => [name, body]));
};

const bodyOf = (sql: string): string => /\$\$([\s\S]*)\$\$/.exec(sql)![1]!;

test('the functions in the database are those of the files', async () => {
  const files = await readFunctions();
  expect(await readBodies()).toEqual(Object.fromEntries(files.map(({ name, sql }) => [name, bodyOf(sql)])));
});

test.each((await readFunctions()).map(({ name, sql }) => [name, sql]))(
  'each statement of %s can be read at once',
  (_, sql) => {
    const lengths = statementsOf(bodyOf(sql)).map((text) => text.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(LONGEST);
  },
);

test('a function of another version is replaced when several processes start, and an unchanged one is left alone', async () => {
  const [, ...before] = await idsOf();
  const files = await readFunctions();
  await statement(database.url, `comment on function ${files[0]!.name} is 'of another version'`);
  await statement(database.url, `drop function ${files[1]!.name}`);
  await Promise.all([1, 2, 3].map(() => migrate(database.url, log)));
  expect(await readBodies()).toEqual(Object.fromEntries(files.map(({ name, sql }) => [name, bodyOf(sql)])));
  const [, , ...after] = await idsOf();
  expect(after).toEqual(before.slice(1));
});

/** Changes with every replacement. */
const idsOf = async () =>
  (
    await statement(
      database.url,
      `select p.oid || ' ' || p.xmin as id from pg_proc p where proname = any('{${(await readFunctions()).map(({ name }) => name).join()}}')
       order by proname`,
    )
  ).map(({ id }) => id);
