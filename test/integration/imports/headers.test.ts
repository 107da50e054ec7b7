import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { importCsv, sendCsv, statusesOn } from '../../support/csv.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const preview = async (file: string, query: Record<string, string> = {}) =>
  sendCsv(api, list, file, { query, path: '/imports/preview' });

const ADDRESS_NAMES = [
  ...[
    'E-Mail-Adresse',
    'Adresse e-mail',
    'Correo electrónico',
    'E-mail 1 - Value',
    'Billing Email',
    'Subscriber',
    'Email Address',
  ],
  ...[
    'メールアドレス',
    'Indirizzo e-mail',
    'E-mailadres',
    'Adres e-mail',
    'Endereço de e-mail',
    'Электронная почта',
    '邮箱',
    '이메일',
  ],
  ...['E-postadress', 'Sähköposti', 'Courriel', 'EMAIL', 'Primary Email', 'emailaddress1', 'E-Mail:', ' Email* '],
];

test.each(ADDRESS_NAMES)('a column named %s is the address column, in an import and in its preview', async (name) => {
  const file = `Town;${name}\nPorto;a@x.test\n`;
  const { status, body } = await preview(file);
  expect([status, body.data.problems, body.data.columns[1].field]).toEqual([200, [], 'email']);
  expect(await importCsv(api, list, file)).toMatchObject({ added: 1, failed: 0 });
});

test.each([
  ['sep=;\nEmail;First name\na@x.test;Ann\nbad;Bob\n', 4],
  ['sep=,\r\nEmail,First name\r\na@x.test,Ann\r\nbad,Bob\r\n', 4],
  ['"sep=;"\nEmail;First name\na@x.test;Ann\nbad;Bob\n', 4],
  ['\ufeffsep=\t\nE-Mail-Adresse\tVorname\na@x.test\tAnn\nbad\tBob\n', 4],
  ['Our customers, May 2024\n\nName;Email\nAnn;a@x.test\nBob;bad\n', 5],
  ['Kundenliste;;\nStand: 1.5.2024;;\n;;\nName;E-Mail-Adresse;Ort\nAnn;a@x.test;Porto\nBob;bad;Rom\n', 6],
  ['owner@shop.test,Report\nFirst name,Email\nAnn,a@x.test\nBob,bad\n', 4],
  ['List of people\nWho;Where to\nAnn;a@x.test\nBob;bad\n', 4],
])('%j: the header is found below the lines above it, and rows keep their numbers', async (file, row) => {
  const { body } = await preview(file);
  expect([body.data.has_header, body.data.sample.rows, body.data.problems]).toEqual([true, 2, []]);
  const { added, errors } = await importCsv(api, list, file);
  expect([added, errors.map((error: { row: number }) => error.row)]).toEqual([1, [row]]);
  expect(Object.keys(await statusesOn(api, list))).toEqual(['a@x.test']);
});

test('a first row of people is no header, even if a later row names columns', async () => {
  await importCsv(api, list, 'a@x.test,Ann\nb@x.test,Bob\nEmail,Name\nc@x.test,Cat\n', {
    query: { mapping: '{"2":"first_name"}' },
  });
  expect(Object.keys(await statusesOn(api, list))).toEqual(['a@x.test', 'b@x.test', 'c@x.test']);
});

test('an unknown column is used if it alone contains addresses, with a warning', async () => {
  const { meta } = await importCsv(api, list, 'Kontakt;Ort\na@x.test;Porto\nb@x.test;Rom\n');
  expect(meta.warnings[0]).toBe(
    'The column "Kontakt" is read as the e-mail address, because it is the only column with addresses.',
  );
  expect(Object.keys(await statusesOn(api, list))).toEqual(['a@x.test', 'b@x.test']);
  const two = await preview('Kontakt;Vertretung\na@x.test;b@x.test\n');
  expect([two.status, two.body.data.problems]).toEqual([
    200,
    [{ column: null, message: expect.stringContaining('has no column email') }],
  ]);
  expect(two.body.data.columns.map(({ name }: { name: string }) => name)).toEqual(['Kontakt', 'Vertretung']);
  expect(two.body.data.rows[0]).toMatchObject({ row: 2, cells: ['a@x.test', 'b@x.test'], message: null });
});

test('the main column of addresses is preferred', async () => {
  const files = [
    'Billing Email,Email\nbill@x.test,main@x.test\n',
    'E-mail 2 - Value,E-mail 1 - Value\nbill@x.test,main@x.test\n',
    'Work Email,Primary Email,Home Email\nbill@x.test,main@x.test,c@x.test\n',
    'Email,E-Mail\n,main@x.test\n',
    'Mail,Subscriber email,Billing Email\nyes,main@x.test,bill@x.test\n',
  ];
  for (const file of files) {
    list = await makeList(api);
    await importCsv(api, list, file);
    expect(Object.keys(await statusesOn(api, list))).toEqual(['main@x.test']);
  }
});

test.each([
  'a@x.test, b@x.test, c@x.test',
  'a@x.test;b@x.test;c@x.test;\n',
  'a@x.test\tb@x.test\nc@x.test\t\n',
  'a@x.test,b@x.test\nc@x.test\n',
])('%j: each address on a line is a person', async (file) => {
  const { body } = await preview(file);
  expect([body.data.problems, body.data.sample.rows]).toEqual([[], 3]);
  expect(await importCsv(api, list, file)).toMatchObject({ processed: 3, added: 3, failed: 0 });
  expect(Object.keys(await statusesOn(api, list))).toEqual(['a@x.test', 'b@x.test', 'c@x.test']);
});

test('hundreds of addresses on one line are imported, and invalid ones fail by number', async () => {
  const line = Array.from({ length: 1_500 }, (_, index) => `p${index}@x.test`).join(', ');
  const { added, errors } = await importCsv(api, list, `${line}\nq@x.test, nobody, nowhere\n`);
  expect([added, errors.map(({ row }: { row: number }) => row)]).toEqual([1_501, [1_502, 1_503]]);
});

test('a file without addresses previews its columns, and its import is refused', async () => {
  const file = 'name,city\nAnn,Porto\n';
  const { status, body } = await preview(file);
  expect([status, body.data.columns.length, body.data.problems.length]).toEqual([200, 2, 1]);
  expect((await sendCsv(api, list, file)).status).toBe(422);
});
