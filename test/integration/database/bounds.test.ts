import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutRoot } from '../../../src/database/home.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { BOUNDS } from './bounds.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test('every table says what keeps it from growing for ever', async () => {
  const tables = await api.db.$queryRaw<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> '_prisma_migrations'`;
  expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(BOUNDS).toSorted());
});

test('every setting that bounds a table is documented', () => {
  const documented = readFileSync(join(checkoutRoot(), 'docs', 'operations.md'), 'utf8');
  const settings = [...new Set(Object.values(BOUNDS))].filter((bound) => /^[A-Z_]+$|^keep_/.test(bound));
  for (const setting of settings) expect(documented).toContain(`\`${setting}\``);
});
