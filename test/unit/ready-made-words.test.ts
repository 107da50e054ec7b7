import { expect, test } from 'vitest';
import { READY_MADE_WORDS as OF_AUTOMATIONS } from '../../src/dashboard/screens/automations/ready-made-words.ts';
import { READY_MADE_WORDS as OF_TEMPLATES } from '../../src/dashboard/screens/templates/ready-made-words.ts';
import { READY_MADE } from '../../src/domain/automations/ready-made/list-ready-made.ts';
import { listReadyMadeTemplates } from '../../src/domain/content/ready-made/list.ts';

const { rows: templates } = await listReadyMadeTemplates({ first: 100 }, '');

type Described = { name: string; description: string };
const CASES: [string, readonly (Described & { key: string })[], Readonly<Record<string, Described>>][] = [
  ['templates', templates, OF_TEMPLATES.de],
  ['automations', READY_MADE, OF_AUTOMATIONS.de],
];

/** The data that a description names, which is called the same in each language: events, their properties, variables. */
const dataIn = (description = ''): string[] => description.match(/\{.*\}|\b[a-z]+[._][a-z_]+|\w+\?/g) ?? [];

test.each(CASES)('all ready-made %s have German texts with the same data', (_, ready, german) => {
  expect(Object.keys(german).sort()).toEqual(ready.map(({ key }) => key).sort());
  for (const { key, description } of ready) {
    expect([key, dataIn(german[key]?.description)]).toEqual([key, dataIn(description)]);
  }
  expect(new Set(Object.values(german).map(({ name }) => name)).size).toBe(ready.length);
});
