import { expect, test } from 'vitest';
import { readMigrations } from '../../src/database/migrations.ts';
import { breachesOfMigration } from '../support/blocking-migrations.ts';

/** Those before it were written without this rule. */
const FROM = '0234';

test('migrations neither block writes to large tables nor break the previous release', async () => {
  const later = (await readMigrations()).filter(({ name }) => name >= FROM);
  const breaches = later.map(({ name, sql }) => ({ name, breaches: breachesOfMigration(sql) }));
  expect(breaches).toEqual(later.map(({ name }) => ({ name, breaches: [] })));
});

test('the rule detects the faults of older migrations', async () => {
  const named = async (start: string) => (await readMigrations()).find(({ name }) => name.startsWith(start))!.sql;
  expect(breachesOfMigration(await named('0177'))).toEqual([
    expect.stringContaining('it writes the table anew'),
    expect.stringContaining('the previous release still uses it'),
  ]);
  expect(breachesOfMigration(await named('0194'))).toEqual([
    expect.stringContaining('CREATE INDEX "webhook_deliveries_lanes_idx"'),
  ]);
  expect(breachesOfMigration(await named('0222'))).toHaveLength(2); // rows of a small table, not declared as such
});

test.each([
  ['a new column', 'ALTER TABLE "messages" ADD COLUMN "note" TEXT'],
  [
    'a new column with a default',
    `ALTER TABLE messages ADD COLUMN a int NOT NULL DEFAULT 0, ADD b text[] DEFAULT '{}'`,
  ],
  [
    'a new column with the moment of the change',
    'ALTER TABLE "lists" ADD COLUMN "at" TIMESTAMPTZ(3) NOT NULL DEFAULT now()',
  ],
  [
    'a new table, with all that belongs to it',
    `
    CREATE TABLE "notes" ("team_id" INTEGER NOT NULL, "id" UUID NOT NULL DEFAULT gen_random_uuid(), "list_id" UUID);
    CREATE INDEX "notes_list_idx" ON "notes"("team_id", "list_id");
    ALTER TABLE "notes" ADD CONSTRAINT "notes_list_fkey" FOREIGN KEY ("team_id", "list_id") REFERENCES "lists"("team_id", "id"),
      ALTER COLUMN "list_id" SET NOT NULL;`,
  ],
  ['a constraint that is validated later', 'ALTER TABLE lists ADD CONSTRAINT c CHECK (a > 0) NOT VALID'],
  [
    'an index that is built while others write',
    'CREATE UNIQUE INDEX CONCURRENTLY "c_key" ON "messages"("team_id", "note")',
  ],
  [
    'a validation by itself',
    'ALTER TABLE lists ADD CONSTRAINT c CHECK (a > 0) NOT VALID; ALTER TABLE lists VALIDATE CONSTRAINT c',
  ],
  [
    'a column that a validated constraint says is never null',
    `
    ALTER TABLE lists ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID;
    ALTER TABLE lists VALIDATE CONSTRAINT c;
    ALTER TABLE lists ALTER COLUMN a SET NOT NULL`,
  ],
  [
    'a key of an index that is there',
    `
    CREATE UNIQUE INDEX CONCURRENTLY c ON lists (a);
    ALTER TABLE lists ADD CONSTRAINT c UNIQUE USING INDEX c`,
  ],
  ['another default', 'ALTER TABLE lists ALTER COLUMN a SET DEFAULT 3, ALTER COLUMN b DROP DEFAULT'],
  [
    'a statement that somebody has looked at',
    `
    -- checked: api_tokens has a few rows of each team
    UPDATE api_tokens SET role = 'editor'`,
  ],
  [
    'words in texts, names and functions',
    `
    COMMENT ON TABLE lists IS 'create index on lists; drop table lists';
    CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE lists SET a = 1 $$`,
  ],
])('it allows %s', (_, sql) => {
  expect(breachesOfMigration(sql)).toEqual([]);
});

test.each([
  ['an index on a table that has rows', 'CREATE INDEX "x" ON "messages"("team_id")'],
  [
    'one beside a new table',
    'CREATE TABLE a (id int); CREATE UNIQUE INDEX x ON a (id); CREATE INDEX y ON ONLY lists USING gin (b)',
  ],
  ['another type', 'ALTER TABLE lists ALTER COLUMN a TYPE bigint'],
  ['another type, as Prisma writes it', 'ALTER TABLE "lists" ALTER COLUMN "a" SET DATA TYPE TEXT'],
  ['a default of each row its own', 'ALTER TABLE "lists" ADD COLUMN "id2" UUID NOT NULL DEFAULT gen_random_uuid()'],
  ['a default in brackets', 'ALTER TABLE "lists" ADD COLUMN "id2" float8 DEFAULT (random())'],
  ['numbers for all rows', 'ALTER TABLE lists ADD COLUMN n BIGSERIAL'],
  ['a computed column', 'ALTER TABLE lists ADD COLUMN n int GENERATED ALWAYS AS (a + 1) STORED'],
  ['a column that must have a value and has none', 'ALTER TABLE lists ADD COLUMN n int NOT NULL'],
  [
    'a foreign key',
    'ALTER TABLE "lists" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "teams"("id") ON DELETE CASCADE',
  ],
  ['a check', `ALTER TABLE lists ADD COLUMN a text, ADD CONSTRAINT c CHECK (a IN ('x', 'y'))`],
  ['a check beside its column', 'ALTER TABLE lists ADD COLUMN a int CHECK (a > 0)'],
  ['a key of a column', 'ALTER TABLE lists ADD COLUMN a int UNIQUE'],
  ['a unique constraint', 'ALTER TABLE lists ADD CONSTRAINT u UNIQUE (a)'],
  ['a column that is never null', 'ALTER TABLE lists ALTER COLUMN a SET NOT NULL'],
  [
    'one that no constraint has proven',
    'CREATE INDEX CONCURRENTLY c ON lists (a); ALTER TABLE lists ALTER COLUMN a SET NOT NULL',
  ],
  ['a change of all rows', 'UPDATE "messages" SET "note" = NULL'],
  ['rows that go', 'DELETE FROM messages WHERE note IS NULL'],
  ['a lock', 'LOCK TABLE "events" IN SHARE MODE'],
  ['a copy of a table', 'CREATE TABLE a (id int); INSERT INTO a SELECT id FROM messages'],
  ['a program', 'DO $$ BEGIN UPDATE lists SET a = 1; END $$'],
  ['a column that goes', 'ALTER TABLE lists DROP COLUMN a'],
  ['a table that goes', 'DROP TABLE "lists"'],
  ['another name', 'ALTER TABLE message_counts RENAME COLUMN day TO quarter'],
  ['another name of a value', `ALTER TYPE "Role" RENAME VALUE 'a' TO 'b'`],
  ['a unique index that goes', 'DROP INDEX "lists_team_id_name_key"'],
  ['an excuse without a reason', '-- checked:\nUPDATE lists SET a = 1'],
  [
    'an excuse for another statement',
    '-- checked: nobody has such lists yet\nALTER TABLE lists ADD a int; UPDATE lists SET a = 1',
  ],
  [
    'what cannot be repeated beside an index',
    'CREATE INDEX CONCURRENTLY x ON lists (a); ALTER TABLE lists ADD COLUMN b int',
  ],
])('it refuses %s', (_, sql) => {
  expect(breachesOfMigration(sql)).toHaveLength(1);
});
