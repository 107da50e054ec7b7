import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  for (const [key, type] of [
    ['city', 'text'],
    ['price', 'number'],
    ['born', 'date'],
    ['member', 'boolean'],
  ])
    expect((await api.rest('POST', '/fields', { key, type })).status).toBe(201);
});
afterAll(() => api.close());

const CSV = [
  'Contact;Town;Price;Born;Club;Standing;Notes',
  'ada@typed.test;Porto;1.234;01/02/1980;guest;vip;x',
  'ben@typed.test;Lyon;2.500;03/04/1990;insider;gone;y',
].join('\n');

const COLUMNS = [
  { column: 'Contact', target: { field: 'EMAIL' } },
  { column: 'Town', target: { attribute: 'city' } },
  { column: '3', target: { attribute: 'price' }, format: { decimal: 'COMMA' } },
  { column: 'Born', target: { attribute: 'born' }, format: { date: 'DD_MM_YYYY_SLASH' } },
  { column: 'Club', target: { attribute: 'member' }, format: { yes: ['insider'], no: ['guest'] } },
  { column: 'Standing', target: { field: 'STATUS' } },
  { column: 'Notes', target: { ignored: true } },
];
const WORDS = [
  { word: 'VIP', status: 'SUBSCRIBED' },
  { word: 'gone', status: 'UNSUBSCRIBED' },
];
const MAPS = {
  mapping: {
    ...{ Contact: 'email', Town: 'attributes.city', '3': 'attributes.price', Born: 'attributes.born' },
    ...{ Club: 'attributes.member', Standing: 'status', Notes: null },
  },
  formats: { '3': { decimal: ',' }, Born: { date: 'DD/MM/YYYY' }, Club: { yes: ['insider'], no: ['guest'] } },
  statuses: { VIP: 'subscribed', gone: 'unsubscribed' },
};

const PREVIEW = `query ($input: PreviewImportInput!) { previewImport(input: $input) {
  columns { name number target { field attribute ignored } cellFormat { decimal date yes no } }
  problems { column issues { path message } }
  rows { email issues { path message } skipped { column } }
  sample { subscribed unsubscribed failed unknownStatuses { status } }
} }`;
const IMPORT = `mutation ($input: ImportCsvInput!) { importCsv(input: $input) { import { id total warnings { message } } } }`;
const RECEIVE = `mutation ($input: ReceiveImportInput!) { receiveImport(input: $input) { import { id total } } }`;

const preview = async (settings: object, csv = CSV) =>
  (await ask(api, PREVIEW, { input: { listId: list, csv, ...settings } })).previewImport;

test('a preview with typed columns and words is the same as one with JSON', async () => {
  const typed = await preview({ columns: COLUMNS, statusWords: WORDS });
  expect(typed).toEqual(await preview(MAPS));
  expect(typed.rows).toMatchObject([
    { email: 'ada@typed.test', issues: null, skipped: [] },
    { email: 'ben@typed.test' },
  ]);
  expect(typed.sample).toMatchObject({ subscribed: 1, unknownStatuses: [] });
  expect(typed.columns.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(typed.columns[2]).toEqual({
    ...{ name: 'Price', number: 3, target: { field: null, attribute: 'price', ignored: null } },
    cellFormat: { decimal: 'COMMA', date: null, yes: [], no: [] },
  });
  expect(typed.columns[6]).toMatchObject({ target: { ignored: true }, cellFormat: null });
});

test('the columns of a preview can be sent back', async () => {
  const { columns, ...first } = await preview({ columns: COLUMNS, statusWords: WORDS });
  const asSent = columns.map(({ name, target, cellFormat }: Record<'name' | 'target' | 'cellFormat', object>) => ({
    column: name,
    target: Object.fromEntries(Object.entries(target).filter(([, value]) => value !== null)),
    format: cellFormat,
  }));
  expect(await preview({ columns: asSent, statusWords: WORDS })).toEqual({ columns, ...first });
});

test.each([
  ['importCsv', IMPORT],
  ['receiveImport', RECEIVE],
])('%s stores rows by typed columns and words', async (name, mutation) => {
  const input = { listId: list, csv: CSV, columns: COLUMNS, statusWords: WORDS, importUnsubscribed: true };
  const id = (await ask(api, mutation, { input }))[name].import.id;
  const { data } = await api.db.importChunk.findFirstOrThrow({ where: { importId: id } }).then((chunk) => ({
    data: JSON.stringify(chunk),
  }));
  expect(data).toContain('"city":"Porto"');
  expect(data).toContain('"price":1234');
  expect(data).toContain('1980-02-01');
  expect(data).toContain('"member":true');
  expect(data).toContain('unsubscribed');
});

test.each([
  [
    { columns: COLUMNS, mapping: MAPS.mapping },
    'columns',
    'The columns field must not be given together with mapping.',
  ],
  [
    { columns: COLUMNS, formats: MAPS.formats },
    'columns',
    'The columns field must not be given together with formats.',
  ],
  [
    { statusWords: WORDS, statuses: MAPS.statuses },
    'statusWords',
    'The statusWords field must not be given together with statuses.',
  ],
])('both forms of a setting are refused: %j', async (settings, field, message) => {
  for (const query of [PREVIEW, IMPORT, RECEIVE]) {
    const { extensions } = await fail(api, query, { input: { listId: list, csv: CSV, ...settings } });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: [field], message }] });
  }
});

test.each([
  [{ columns: [{ column: 'Nowhere', target: { field: 'EMAIL' } }] }, ['columns', '0', 'target'], /not a column/],
  [{ columns: [{ column: 'Nowhere', format: { decimal: 'POINT' } }] }, ['columns', '0', 'format'], /not a column/],
  [
    { columns: [COLUMNS[0], { column: 'Town', target: { attribute: 'no key' } }] },
    ['columns', '1', 'target', 'attribute'],
    /must be the key of a contact field/,
  ],
  [
    { columns: [COLUMNS[0], { column: 'Town', target: { attribute: 'city' }, format: { decimal: 'COMMA' } }] },
    ['columns', '1', 'format', 'decimal'],
    /type number/,
  ],
  [{ columns: [COLUMNS[0], COLUMNS[0]] }, ['columns', '1', 'column'], /is given twice/],
  [
    { columns: [{ column: 'Notes', target: { ignored: false } }] },
    ['columns', '0', 'target', 'ignored'],
    /must be true/,
  ],
  [
    { columns: COLUMNS, statusWords: [WORDS[0], { word: 'unsubscribed', status: 'SUBSCRIBED' }] },
    ['statusWords', '1'],
    /cannot be mapped to subscribed/,
  ],
  [{ statusWords: [WORDS[0], WORDS[0]] }, ['statusWords', '1', 'word'], /is given twice/],
])('an issue names its place in the typed form: %j', async (settings, path, message) => {
  const { extensions } = await fail(api, IMPORT, { input: { listId: list, csv: CSV, ...settings } });
  expect(extensions.issues).toEqual([expect.objectContaining({ path, message: expect.stringMatching(message) })]);
});

test('a question about a column that is not listed names the column', async () => {
  const csv = 'Email,Marketing preferences\nada@typed.test,maybe';
  const columns = [{ column: 'Email', target: { field: 'EMAIL' } }];
  const { columns: shown, problems } = await preview({ columns }, csv);
  expect(problems[0]).toMatchObject({
    column: 'Marketing preferences',
    issues: [{ path: ['columns', 'Marketing preferences'] }],
  });
  expect(shown).toMatchObject([{ target: { field: 'EMAIL' } }, { target: null }]);
});
