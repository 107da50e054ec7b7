import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { createLog } from '../../../src/log.ts';
import { openTestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { statement } from '../../support/statement.ts';

/** A typical migration: by Prisma, with one line added by hand. */
const SQL = `
-- Who came to a list; and why.
CREATE TYPE "Reason" AS ENUM ('chance', 'will');

CREATE TABLE "visits" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "list_id" UUID NOT NULL,
    "reason" "Reason" NOT NULL DEFAULT 'chance',
    "said" TEXT NOT NULL DEFAULT ';',

    CONSTRAINT "visits_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "visits_team_id_list_id_idx" ON "visits"("team_id", "list_id");

-- AddForeignKey
ALTER TABLE "visits" ADD CONSTRAINT "visits_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visits" ADD CONSTRAINT "visits_list_fkey" FOREIGN KEY ("team_id", "list_id") REFERENCES "lists"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "lists" ADD COLUMN "visited" INTEGER NOT NULL DEFAULT 0;
UPDATE "lists" SET "visited" = 1;
`;

const api = await openTestApp();
afterAll(() => api.close());
const select = (sql: string) => statement(api.databaseUrl, sql);

test('a later migration adds a team table, on one machine and with distributed tables', async () => {
  const list = await makeList(api);
  const later = { name: '9999_visits', sql: SQL, checksum: 'x' };
  const migrations = [...(await readMigrations()), later];
  expect(await migrate(api.databaseUrl, createLog('warn'), migrations)).toEqual(['9999_visits']);
  expect(await migrate(api.databaseUrl, createLog('warn'), migrations)).toEqual([]);
  const added = await select(
    `insert into visits (team_id, id, list_id) values (${api.teamId}, '${randomUUID()}', '${list}') returning reason::text, said`,
  );
  expect(added).toEqual([{ reason: 'chance', said: ';' }]);
  expect(
    await select(`select l.visited, v.said from lists l join visits v on v.team_id = l.team_id and v.list_id = l.id`),
  ).toEqual([{ visited: 1, said: ';' }]);
  expect((await api.rest('DELETE', `/lists/${list}`)).status).toBe(204);
  expect(await select('select count(*)::int as count from visits')).toEqual([{ count: 0 }]);
});

test.runIf(process.env.CITUS_URL)('it is located with the other tables of its team', async () => {
  const places = await select(
    `select count(distinct colocationid)::int as count from pg_dist_partition where logicalrelid in ('lists'::regclass, 'visits'::regclass)`,
  );
  expect(places).toEqual([{ count: 1 }]);
});
