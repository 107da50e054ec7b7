import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutRoot } from '../../../src/database/home.ts';
import { KEPT_DAYS } from '../../../src/validation/kept-days.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { OWN } from '../../support/own-tables.ts';
import { TIME_LIMITS, WITHOUT_TIME_LIMIT } from './time-limits.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test('every table has a time limit, or a reason why it needs none, and not both', async () => {
  const tables = await api.db.$queryRaw<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> '_prisma_migrations'`;
  const named = [...Object.keys(TIME_LIMITS), ...Object.keys(WITHOUT_TIME_LIMIT)];
  const how = `a table without a limit needs a line in time-limits.ts, or "${OWN}" above its model`;
  expect(tables.map(({ name }) => name).toSorted(), how).toEqual(named.toSorted());
});

test('recurring events about people have a time limit', async () => {
  // Their rows contain a time (`at`), a person, and a counter.
  const tables = await api.db.$queryRaw<{ name: string }[]>`
    select table_name::text as name from information_schema.columns where table_schema = 'public'
    group by table_name having array_agg(column_name::text) @> '{id,at}'
      and array_agg(column_name::text) && '{person_key,subscriber_id,message_id}'`;
  expect(tables.map(({ name }) => name)).toContain('touches');
  for (const { name } of tables) expect([name, WITHOUT_TIME_LIMIT[name]]).toEqual([name, undefined]);
});

test('a reason is a sentence', () => {
  for (const reason of new Set(Object.values(WITHOUT_TIME_LIMIT))) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

const settings = [...new Set(Object.values(TIME_LIMITS))].filter((bound) => /^[A-Z_]+$/.test(bound));

test('every setting that limits a table exists and is documented, including team settings', () => {
  const documented = readFileSync(join(checkoutRoot(), 'docs', 'operations.md'), 'utf8');
  const known = Object.keys(KEPT_DAYS);
  for (const setting of settings.filter((one) => one !== 'AUDIT_LOG_DAYS')) expect(known).toContain(setting);
  for (const setting of [...settings, ...known, 'keep_events_for', 'keep_messages_for']) {
    expect(documented).toContain(`\`${setting}\``);
  }
});
