import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = new URL('../../src/', import.meta.url).pathname;
const FUNCTIONS = new URL('../../prisma/functions/', import.meta.url).pathname;

const readAll = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !/^(?:generated|demo)\//.test(file)) // the demo writes a past of which nobody is told
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

const files = [...readAll(SRC, '.ts'), ...readAll(FUNCTIONS, '.sql')];

/** The files whose code matches, by path. */
const where = (pattern: RegExp): string[] =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort();

// Distributed tables have no triggers: the writing functions do their work (docs/adr/0044).
// A new writer must call the same functions, and be listed here.

test('events are recorded by one function, which notes them, and deleted only with the person', () => {
  expect(where(/insert into events|update events|event\.(create|update|upsert)/)).toEqual(['insert_events.sql']);
  expect(where(/delete from events|event\.delete/)).toEqual(['domain/privacy/erase-person.ts']);
});

test("touches are recorded by one function, which notes them, and deleted with the person, as a scanner's, or by age", () => {
  expect(where(/insert into touches|update touches|touch\.(create|update|upsert)/)).toEqual(['touch_people.sql']);
  expect(where(/delete from touches|touch\.delete|^ {4}table: 'touches'/m)).toEqual([
    'domain/insight/retract-touches.ts', // of clicks that a scanner made
    'domain/insight/touches.ts', // but for the newest of a person
    'domain/privacy/erase-person.ts',
  ]);
});

test('subscribers are added by one function, which tells of them', () => {
  expect(where(/insert into subscribers\b|subscriber\.(create|upsert)/)).toEqual([
    'add_subscribers.sql',
    'domain/automations/simulation/simulated-person.ts', // which is rolled back
  ]);
});

test('code that deletes subscribers or suppresses people notifies automations', () => {
  const ending = where(/delete from subscribers|subscriber\.deleteMany|list\.deleteMany|insert into suppressions/);
  const signalling = where(/signalLeft\(|signalListDeleted\(|leaving\(/);
  expect(ending.filter((path) => !signalling.includes(path))).toEqual([]);
});

test('subscribers are changed by one function, which tells of them', () => {
  const others = where(/update subscribers|subscriber\.(update(?!d)|upsert)/).filter(
    (path) => path !== 'change_subscribers.sql',
  );
  expect(others).toEqual(NOTHING_TO_TELL);
});

/** They change nothing that a person, an automation or a webhook would ask about. */
const NOTHING_TO_TELL = [
  'domain/audience/change-values.ts',
  'domain/audience/strip-tag.ts',
  'domain/automations/simulation/simulated-clock.ts',
  'domain/insight/retract-touches.ts',
  'engage_people.sql',
];
