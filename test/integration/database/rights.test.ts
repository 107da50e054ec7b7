import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { logTo } from '../../../src/log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

let database: TestDatabase;
let role: string;
/** The same database, as the role. */
let url: string;
const lines: string[] = [];
const log = logTo('info', { write: (line: string) => void lines.push(line) });

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  const name = new URL(database.url).pathname.slice(1);
  role = `of_${name}`;
  await statement(
    database.url,
    `create role ${role} login password 'secret'; grant connect on database ${name} to ${role}`,
  );
  const address = new URL(database.url);
  address.username = role;
  address.password = 'secret';
  url = address.href;
});
afterEach(async () => {
  lines.length = 0;
  const besides = new URL(database.url);
  besides.pathname = '/postgres';
  await database.drop();
  await statement(besides.href, `drop role if exists ${role}; drop role if exists other_${role}`);
});

const refusal = async () => ((await migrate(url, log).catch((error: Error) => error)) as Error).message;

test.skipIf(process.env.CITUS_URL)(
  'the error for a role without rights names each GRANT that it needs in one line, and with all of them setup works',
  async () => {
    const name = new URL(database.url).pathname.slice(1);
    const [inSchema, inDatabase] = [
      `GRANT USAGE, CREATE ON SCHEMA public TO ${role};`,
      `GRANT CREATE ON DATABASE ${name} TO ${role};`,
    ];
    await statement(database.url, 'revoke all on schema public from public');
    expect(await refusal()).toBe(
      `The role ${role} lacks rights in the database ${name}: as the owner of the database, run ${inSchema} ${inDatabase}`,
    );
    await statement(database.url, inDatabase);
    expect(await refusal()).toContain(`as the owner of the database, run ${inSchema}`);
    await statement(database.url, `${inSchema} revoke create on database ${name} from ${role}`);
    expect(await refusal()).toContain(`as the owner of the database, run ${inDatabase}`);
    await statement(database.url, inDatabase);
    expect((await migrate(url, log)).length).toBeGreaterThan(100);
    // Existing schemas need no right to create schemas any more.
    await statement(database.url, `revoke create on database ${name} from ${role}`);
    expect(await migrate(url, log)).toEqual([]);
  },
);

test.skipIf(process.env.CITUS_URL)('the error for a role that does not own the tables names their owner', async () => {
  await migrate(database.url, log);
  await statement(
    database.url,
    `create role other_${role}; grant usage, create on schema public to ${role}; alter table teams owner to other_${role};
     grant select on _prisma_migrations to ${role};
     delete from _prisma_migrations where migration_name = (select max(migration_name) from _prisma_migrations)`,
  );
  expect(await refusal()).toBe(
    `The tables belong to the role other_${role}, but ${role} may not change them: connect as other_${role}, or run GRANT other_${role} TO ${role}`,
  );
  await statement(database.url, `drop owned by other_${role} cascade`);
});

const hasWordIndex = async () =>
  (await statement(database.url, `select to_regclass('subscribers_words_idx') is not null as present`))[0]!.present;

test.skipIf(process.env.CITUS_URL)(
  'the search index is built at a later start after pg_trgm was missing, and until then the log says so',
  async () => {
    await statement(
      database.url,
      `create function no_extension() returns event_trigger language plpgsql as $$ begin raise insufficient_privilege using message = 'no'; end $$;
     create event trigger no_extension on ddl_command_start when tag in ('CREATE EXTENSION') execute function no_extension()`,
    );
    await migrate(database.url, log);
    expect(await hasWordIndex()).toBe(false);
    expect(lines.join('')).toContain('run CREATE EXTENSION pg_trgm as the owner of the database, then restart');
    await statement(database.url, 'drop event trigger no_extension');
    await migrate(database.url, log);
    expect(await hasWordIndex()).toBe(true);
  },
);
