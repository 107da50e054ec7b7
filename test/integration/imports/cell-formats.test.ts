import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf } from '../../support/audience.ts';
import { importCsv, sendCsv } from '../../support/csv.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

beforeAll(async () => {
  const types = { price: 'number', birthday: 'date', member: 'boolean', note: 'text' };
  for (const [key, type] of Object.entries(types)) await api.rest('POST', '/fields', { key, type });
});

const attributesOf = async (email = 'a@x.test') => (await readSubscriber(api, list, email)).attributes;
const preview = async (file: string, query: Record<string, string> = {}) =>
  (await sendCsv(api, list, file, { path: '/imports/preview', query })).body.data;

test.each<[cell: string, field: string, value: unknown]>([
  ['12,5', 'price', 12.5],
  ['1.234,50', 'price', 1234.5],
  ['1,234.50', 'price', 1234.5],
  ['-0,75', 'price', -0.75],
  ['12.5', 'price', 12.5],
  ['31.12.1980', 'birthday', '1980-12-31'],
  ['1.2.1980', 'birthday', '1980-02-01'],
  ['31/12/1980', 'birthday', '1980-12-31'],
  ['12/31/1980', 'birthday', '1980-12-31'],
  ['1980/12/31', 'birthday', '1980-12-31'],
  ['1980-12-31', 'birthday', '1980-12-31'],
  ['31.12.1980 18:30', 'birthday', '1980-12-31T18:30:00.000Z'],
  ['1980-12-31 18:30:15.123456 +0100 CET', 'birthday', '1980-12-31T17:30:15.123Z'],
  ['x', 'member', true],
  ['X', 'member', true],
  ['ja', 'member', true],
  ['-', 'member', false],
  ['nein', 'member', false],
])('%s arrives in the field %s', async (cell, field, value) => {
  expect(await importCsv(api, list, `email,${field},note\na@x.test,"${cell}","${cell}"\n`)).toMatchObject({ added: 1 });
  expect(await attributesOf()).toEqual({ [field]: value, note: cell });
});

test('JSON accepts none of these formats', async () => {
  for (const attributes of [{ price: '12,5' }, { birthday: '31.12.1980' }, { member: 'x' }]) {
    const { status } = await api.rest('POST', `/lists/${list}/subscribers`, { email: 'a@x.test', attributes });
    expect(status).toBe(422);
  }
});

test('an odd cell loses only its own value, and is reported by row, column and value', async () => {
  const file = `E-Mail,First Name,Price,Birthday,Member,TZ,Tags
a@x.test,Ann,cheap,31.12.1980,perhaps,Middle/Earth,"good,${'t'.repeat(101)}"
b@x.test,${'x'.repeat(300)},"9,50",someday,x,,
`;
  const query = { mapping: '{"TZ":"timezone"}' };
  const shown = await preview(file, query);
  expect(shown.sample).toMatchObject({ rows: 2, failed: 0, skipped_values: 6 });
  expect(shown.rows[0].message).toBeNull();
  const { id, added, failed } = await importCsv(api, list, file, { query });
  expect([added, failed]).toEqual([2, 0]);
  const { data, meta } = (await api.rest('GET', `/imports/${id}/skipped-values`)).body;
  expect(meta.total).toBe(6);
  const skipped = data.map(({ row, column, value }: { row: number; column: string; value: string }) => [
    row,
    column,
    value,
  ]);
  expect(skipped).toEqual([
    [2, 'TZ', 'Middle/Earth'],
    [2, 'Tags', 't'.repeat(101)],
    [2, 'Price', 'cheap'],
    [2, 'Member', 'perhaps'],
    [3, 'First Name', 'x'.repeat(300)],
    [3, 'Birthday', 'someday'],
  ]);
  expect(data[2]).toMatchObject({ email: 'a@x.test', message: 'The attributes.price field must be a number.' });
  expect(await readSubscriber(api, list, 'a@x.test')).toMatchObject({
    ...{ first_name: 'Ann', timezone: null, tags: ['good'], attributes: { birthday: '1980-12-31' } },
  });
  expect(await attributesOf('b@x.test')).toEqual({ price: 9.5, member: true });

  const ofImport = `query ($id: ID!) { import(id: $id) {
    skippedValuesCount skippedValues(first: 1) { totalCount nodes { row email column value message issues { path } } } } }`;
  expect((await api.graphql(ofImport, { id })).body.data.import).toEqual({
    skippedValuesCount: 6,
    skippedValues: {
      totalCount: 6,
      nodes: [
        {
          ...{ row: 2, email: 'a@x.test', column: 'TZ', value: 'Middle/Earth', issues: [{ path: ['timezone'] }] },
          message: expect.stringContaining('timezone'),
        },
      ],
    },
  });
});

test('with on_invalid=fail_row, rows with invalid values fail, with all their errors', async () => {
  const file = `email,price,birthday,first_name\na@x.test,cheap,someday,${'x'.repeat(300)}\n`;
  const query = { on_invalid: 'fail_row' };
  const { failed, errors } = await importCsv(api, list, file, { query });
  expect([failed, errors[0].message]).toEqual([
    1,
    [
      'The first_name field must not be greater than 255 characters.',
      'The attributes.price field must be a number.',
      'The attributes.birthday field must be a date (2026-01-31, or --01-31 without a year) or a date-time (RFC 3339).',
    ].join(' '),
  ]);
  expect((await preview(file, query)).rows[0].message).toBe(errors[0].message);
});

test('ambiguous dates are left out and reported until the import gives their format', async () => {
  const file = `email,Birthday\na@x.test,01/02/1980\nb@x.test,03/04/1981\n`;
  const { columns, warnings, formats } = await preview(file);
  expect(columns[1]).toMatchObject({ name: 'Birthday', format: null, date_formats: ['DD/MM/YYYY', 'MM/DD/YYYY'] });
  expect([formats, warnings]).toEqual([
    {},
    [
      'The dates in the column "Birthday" could be DD/MM/YYYY or MM/DD/YYYY. Choose one in formats; otherwise they are left out.',
    ],
  ]);
  const { id, meta } = await importCsv(api, list, file);
  expect(meta.warnings).toEqual(warnings);
  expect((await api.rest('GET', `/imports/${id}/skipped-values`)).body.meta.total).toBe(2);
  await importCsv(api, list, file, { query: { formats: '{"Birthday":{"date":"MM/DD/YYYY"}}' } });
  expect([await attributesOf(), await attributesOf('b@x.test')]).toEqual([
    { birthday: '1980-01-02' },
    { birthday: '1981-03-04' },
  ]);
});

test('one clear cell near the beginning decides the format of the whole column', async () => {
  const rows = ['a@x.test;1.234;3/4/1981', 'b@x.test;1,5;31/4/1981', 'c@x.test;2.000;30/4/1981'];
  const file = `email;Price;Birthday\n${rows.join('\n')}\n`;
  const { formats, columns } = await preview(file);
  expect(formats).toEqual({ Price: { decimal: ',' }, Birthday: { date: 'DD/MM/YYYY' } });
  expect(columns[1].format).toEqual({ decimal: ',' });
  await importCsv(api, list, file);
  expect(await attributesOf()).toEqual({ price: 1234, birthday: '1981-04-03' });
  expect(await attributesOf('b@x.test')).toEqual({ price: 1.5 });
});

test.each([
  ['1.234', '2.345', 1234, 1.234],
  ['1,234', '5,678', 1234, 1.234],
  ['-9.999', '100', -9999, -9.999],
])('a column with only numbers like %s and %s asks for their format', async (one, other, withComma, withStop) => {
  const [thousands, decimals] = one.includes(',') ? [withStop, withComma] : [withComma, withStop];
  const file = `email;Price\na@x.test;${one}\nb@x.test;${other}\n`;
  const { columns, warnings, sample } = await preview(file);
  expect(columns[1]).toMatchObject({ name: 'Price', format: null, decimals: ['.', ','] });
  expect(warnings).toEqual([expect.stringContaining('The numbers in the column "Price" are ambiguous')]);
  expect(sample.skipped_values).toBeGreaterThan(0);
  const { meta, added } = await importCsv(api, list, file);
  expect([meta.warnings, added]).toEqual([warnings, 2]);
  expect((await attributesOf()).price).toBeUndefined();
  await importCsv(api, list, file, { query: { formats: '{"Price":{"decimal":","}}' } });
  expect(await attributesOf()).toEqual({ price: thousands });
  await importCsv(api, list, file, { query: { formats: '{"Price":{"decimal":"."}}' } });
  expect(await attributesOf()).toEqual({ price: decimals });
});

test.each([
  [['1.234', '0.5'], 1.234],
  [['1.234', '12.50'], 1.234],
  [['1.234', '0.123'], 1.234],
  [['1.234', '1.234.567'], 1234],
  [['1.234', '7,25'], 1234],
  [['1,234', '0,123'], 1.234],
  [['1,234', '1,234.50'], 1234],
])('the numbers %j are unambiguous', async (cells, value) => {
  const file = `email;Price\n${cells.map((cell, index) => `${'ab'[index]}@x.test;${cell}\n`).join('')}`;
  expect((await preview(file)).columns[1].decimals).toEqual([]);
  await importCsv(api, list, file);
  expect(await attributesOf()).toEqual({ price: value });
});

test('an ambiguous number far down is left out and reported', async () => {
  const lines = rowsOf(3_000).map(({ email }) => `${email};7\n`);
  const { id } = await importCsv(api, list, `email;price\n${lines.join('')}late@x.test;1.234\n`);
  const { data } = (await api.rest('GET', `/imports/${id}/skipped-values`)).body;
  expect(data).toMatchObject([
    { email: 'late@x.test', value: '1.234', message: expect.stringContaining('is ambiguous') },
  ]);
});

test('exported numbers are read back unchanged', async () => {
  await importCsv(api, list, 'email;price\na@x.test;1.234\n', { query: { formats: '{"price":{"decimal":"."}}' } });
  const exported = await api.app.inject({
    url: `/v1/lists/${list}/exports?columns=email,attributes.price`,
    headers: { authorization: `Bearer ${api.token}` },
  });
  await importCsv(api, list, 'email;price\na@x.test;7\n');
  await importCsv(api, list, exported.payload);
  expect(await attributesOf()).toEqual({ price: 1.234 });
});

test('formats are given by the name or number of a column', async () => {
  const file = 'email,Price,Member\na@x.test,"1,234",certainly\n';
  const formats = '{"Price":{"decimal":"."},"3":{"yes":["Certainly"],"no":["never"]}}';
  await importCsv(api, list, file, { query: { formats } });
  expect(await attributesOf()).toEqual({ price: 1234, member: true });
});

test.each<[string, string, string]>([
  ['invalid JSON', 'yes', 'formats'],
  ['an unknown column', '{"Colour":{"decimal":","}}', 'formats.Colour'],
  ['an invalid decimal separator', '{"price":{"decimal":";"}}', 'formats.price.decimal'],
  ['an invalid date format', '{"birthday":{"date":"DDMMYY"}}', 'formats.birthday.date'],
  ['a text instead of a list for yes', '{"member":{"yes":"x"}}', 'formats.member.yes'],
  ['an unknown key of a format', '{"price":{"decimals":","}}', 'formats.price.decimals'],
  ['a decimal separator for a date', '{"birthday":{"decimal":","}}', 'formats.birthday.decimal'],
  ['a date format for a text', '{"note":{"date":"DD.MM.YYYY"}}', 'formats.note.date'],
])('%s is refused, and the error names the format', async (_, formats, field) => {
  const file = 'email,price,birthday,member,note\na@x.test,1,,,\n';
  const { status, body } = await sendCsv(api, list, file, { query: { formats } });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('an unknown value of on_invalid is refused', async () => {
  const { status, body } = await sendCsv(api, list, 'email\na@x.test\n', { query: { on_invalid: 'panic' } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['on_invalid']]);
});

test('most of a file with odd cells is imported, chunk after chunk', async () => {
  const lines = rowsOf(2_000).map(({ email }, index) => `${email},${index % 2 ? 'cheap' : '1,5'}\n`);
  const file = `email,price\n${lines.join('').replace(/,1,5/g, ',"1,5"')}`;
  const { id, added, failed } = await importCsv(api, list, file);
  expect([added, failed]).toEqual([2_000, 0]);
  const { data, meta } = (await api.rest('GET', `/imports/${id}/skipped-values?per_page=100&page=10`)).body;
  expect([meta.total, data.at(-1)]).toMatchObject([1_000, { row: 2_001, value: 'cheap' }]);
});
