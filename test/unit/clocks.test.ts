import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SCHEMA = new URL('../../prisma/schema/', import.meta.url).pathname;
const SRC = new URL('../../src/', import.meta.url).pathname;

test('columns are not filled from the clock of the process', () => {
  for (const file of readdirSync(SCHEMA)) {
    expect(readFileSync(join(SCHEMA, file), 'utf8'), file).not.toMatch(/@default\(now\(\)\)|@updatedAt/);
  }
});

/** docs/adr/0055 gives their reasons. */
const OWN_CLOCK = [
  'domain/audience/live-subscribers.ts',
  'domain/campaigns/compose/assemble-message.ts', // the Date of a message
  'domain/content/rendering/liquid/filters/dates.ts', // "now" in a template
  'domain/imports/csv/date-parts.ts',
  'domain/imports/csv/field-writers.ts',
  'domain/platform/access.ts',
  'domain/sending/compose/compose.ts', // the Date of a message
];

test("the domain uses the database's clock, except where its own is harmless", () => {
  const files = readdirSync(join(SRC, 'domain'), { recursive: true, encoding: 'utf8' }).map((file) => `domain/${file}`);
  const own = files.filter(
    (file) => file.endsWith('.ts') && /new Date\(\)|Date\.now\(\)/.test(readFileSync(join(SRC, file), 'utf8')),
  );
  expect(own.sort()).toEqual(OWN_CLOCK);
});
