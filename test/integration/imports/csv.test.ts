import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber } from '../../support/audience.ts';
import { formOf, importCsv, sendCsv } from '../../support/csv.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const send = (file: string | Buffer, sent: object = {}) => sendCsv(api, list, file, sent);
const done = (file: string | Buffer, sent: object = {}) => importCsv(api, list, file, sent);

const emails = async () => {
  const rows = await api.db.subscriber.findMany({ where: { listId: list }, orderBy: { email: 'asc' } });
  return rows.map(({ email }) => email);
};

test('a file is imported with its header, tags and attributes', async () => {
  await api.rest('POST', '/fields', { key: 'shoe_size', type: 'number' });
  const file = [
    'E-Mail,First Name,last_name,Tags,Shoe size,attributes.city,locale,timezone,Colour',
    'ada@x.test,Ada,Lovelace,"vip; new,old",42,Porto,en_gb,Europe/Lisbon,red',
    '',
    'bob@x.test,,"O""Neil ""B""",,,"New\nYork",,,',
    'nobody,No,One,,,,,,',
    'cat@x.test,Cat,,,many,,,,',
    'ada@x.test,,,,,,,,,,',
  ].join('\r\n');
  const answer = await done(file, { query: { on_invalid: 'fail_row' } });
  expect(answer).toMatchObject({ status: 'completed', processed: 5, added: 2, updated: 1, failed: 2 });
  expect(answer.meta).toEqual({
    queued: 5,
    warnings: ['The column "Colour" is left out, because it matches no field.'],
  });
  expect(answer.errors).toEqual([
    { row: 5, email: 'nobody', message: 'The email field must be a valid email address.' },
    { row: 6, email: 'cat@x.test', message: 'The attributes.shoe_size field must be a number.' },
  ]);
  expect(await readSubscriber(api, list, 'ada@x.test')).toMatchObject({
    first_name: 'Ada',
    last_name: 'Lovelace',
    tags: ['new', 'old', 'vip'],
    attributes: { shoe_size: 42, city: 'Porto' },
    locale: 'en-GB',
    timezone: 'Europe/Lisbon',
  });
  expect(await readSubscriber(api, list, 'bob@x.test')).toMatchObject({
    first_name: null,
    last_name: 'O"Neil "B"',
    attributes: { city: 'New\nYork' },
  });
});

const NAMES = 'email;first_name\nzoe@x.test;Zoë €\n';
const latin = Buffer.from(NAMES.replace('€', '\x80'), 'latin1');
const utf16 = Buffer.from(`\ufeff${NAMES}`, 'utf16le');

test.each<[string, string | Buffer, object?]>([
  ['UTF-8', NAMES],
  ['a byte order mark', `\ufeff${NAMES}`],
  ['Windows-1252', latin],
  [
    'Windows-1252 that shows late',
    Buffer.concat([Buffer.from(`email;first_name${'\n'.repeat(100_000)}`), latin.subarray(17)]),
  ],
  ['an encoding by its name', latin, { query: { encoding: 'latin1' } }],
  ['an encoding by the header', latin, { headers: { 'content-type': 'text/csv; charset=iso-8859-1' } }],
  ['UTF-16 little endian', utf16],
  ['UTF-16 big endian', Buffer.from(utf16).swap16()],
  ['UTF-16 without a mark', utf16.subarray(2)],
  ['CRLF', NAMES.replaceAll('\n', '\r\n')],
  ['CR', NAMES.replaceAll('\n', '\r')],
  ['no line break at the end', NAMES.trim()],
  ['commas', NAMES.replaceAll(';', ',')],
  ['tabs', NAMES.replaceAll(';', '\t')],
  ['pipes', NAMES.replaceAll(';', '|')],
  [
    'a delimiter by its name',
    'email;first_name,x\tfirst_name\nzoe@x.test\tZoë €',
    { query: { delimiter: 'tab', mapping: '{"1":"email"}' } },
  ],
  ['gzip', gzipSync(NAMES), { headers: { 'content-type': 'application/gzip' } }],
  ['gzip as an encoding', gzipSync(NAMES), { headers: { 'content-encoding': 'gzip' } }],
  ['no header', 'zoe@x.test;Zoë €\n', { query: { mapping: '{"2":"first_name"}' } }],
  [
    'another header',
    'Adresse;Vorname\nzoe@x.test;Zoë €\n',
    { query: { mapping: '{"Adresse":"email","Vorname":"first_name"}' } },
  ],
  ['empty lines, and rows of nothing', 'email;first_name\n\n;\nzoe@x.test;Zoë €\n;;\n\n'],
])('a file is read with %s', async (_, file, sent = {}) => {
  expect(await done(file, sent)).toMatchObject({ status: 'completed', added: 1, failed: 0 });
  expect((await readSubscriber(api, list, 'zoe@x.test')).first_name).toBe('Zoë €');
});

test('megabytes of empty lines are skipped and counted', async () => {
  const lines = 3_000_000;
  const { processed, errors } = await done(
    `\n\nemail${'\n'.repeat(lines)}bad\na@x.test${'\r\n'.repeat(lines)}b@x.test\n`,
  );
  expect([processed, errors.map(({ row }: { row: number }) => row)]).toEqual([3, [lines + 3]]);
  expect(await emails()).toEqual(['a@x.test', 'b@x.test']);
});

const TRUE = ['true', 'TRUE', 'True', 'yes', 'YES', '1', ' Yes '];
const FALSE = ['false', 'FALSE', 'False', 'no', 'NO', '0', ' No '];
const OTHER = ['2', 'perhaps', '/'];

test('a boolean field accepts spreadsheet words, which JSON may not use and a text field keeps', async () => {
  await api.rest('POST', '/fields', { key: 'member', type: 'boolean' });
  const cells = [...TRUE, ...FALSE, ...OTHER];
  const lines = cells.map((cell, index) => `p${index}@x.test,${cell},${cell}\n`);
  for (const member of ['TRUE', 'yes', 1]) {
    const row = { email: 'json@x.test', attributes: { member } };
    expect((await api.rest('POST', `/lists/${list}/subscribers`, row)).status).toBe(422);
  }
  const query = { on_invalid: 'fail_row' };
  const { failed, errors } = await done(`email,member,attributes.word\n${lines.join('')}`, { query });
  expect([failed, errors.map(({ row }: { row: number }) => row)]).toEqual([3, [16, 17, 18]]);
  expect(errors[0].message).toBe('The attributes.member field must be true or false.');
  const taken = await api.db.subscriber.findMany({ where: { listId: list } });
  const of = (member: boolean) =>
    taken.flatMap(({ attributes }) => {
      const given = attributes as { member: boolean; word: string };
      return given.member === member ? given.word : [];
    });
  expect([of(true).toSorted(), of(false).toSorted()]).toEqual([TRUE.toSorted(), FALSE.toSorted()]);
});

test('rows are numbered like in a spreadsheet', async () => {
  const { errors } = await done('email,attributes.note\na@x.test,"two\nlines"\n\nbad\nb@x.test,B,too,many\n');
  expect(errors.map(({ row }: { row: number }) => row)).toEqual([4, 5]);
  expect(
    (await done('bad\nc@x.test\nbad', { query: { header: 'false', mapping: '{"1":"email"}' } })).errors,
  ).toMatchObject([{ row: 1 }, { row: 3 }]);
});

test('tags and consent can be given to every row', async () => {
  await done('a@x.test\nb@x.test\n', { query: { tags: 'spring;fair' } });
  const { id, tags } = await readSubscriber(api, list, 'a@x.test');
  expect(tags).toEqual(['fair', 'spring']);
  await done('c@x.test\n', { query: { tags: ['fair', 'spring'] } });
  expect((await readSubscriber(api, list, 'c@x.test')).tags).toEqual(tags);
  await api.rest('POST', `/subscribers/${id}/unsubscribe`);
  expect(await done('a@x.test\n')).toMatchObject({ added: 0, updated: 0, failed: 1 });
  expect(await done('a@x.test\n', { query: { resubscribe: 'true' } })).toMatchObject({ updated: 1, failed: 0 });
});

test('people with a status other than subscribed are not imported', async () => {
  const file =
    'email,status\na@x.test,subscribed\nb@x.test,Unsubscribed\nc@x.test,complained\nd@x.test,\ne@x.test,Active\n';
  expect((await done(file)).errors).toEqual([
    {
      row: 3,
      email: 'b@x.test',
      message:
        "The person's status is unsubscribed. Only subscribed people can be imported, unless import_unsubscribed is true.",
    },
    {
      row: 4,
      email: 'c@x.test',
      message:
        "The person's status is complained. Only subscribed people can be imported, unless import_unsubscribed is true.",
    },
  ]);
  expect(await emails()).toEqual(['a@x.test', 'd@x.test', 'e@x.test']);
});

test('a form has the file after its fields', async () => {
  const { headers, body } = formOf('Mail|Name\nann@x.test|Ann\n', { mapping: '{"Name":"first_name"}', tags: 'form' });
  expect(await done(body, { headers })).toMatchObject({ status: 'completed', added: 1, file_name: 'people.csv' });
  expect(await readSubscriber(api, list, 'ann@x.test')).toMatchObject({ first_name: 'Ann', tags: ['form'] });

  const late = formOf('ann@x.test\n', {}, { tags: 'late' });
  expect(await send(late.body, { headers: late.headers })).toMatchObject({
    status: 422,
    body: { errors: { file: [expect.stringContaining('must be the last part, and tags comes after it')] } },
  });
  const empty = formOf('');
  expect(Object.keys((await send(empty.body, { headers: empty.headers })).body.errors)).toEqual(['file']);
  const { headers: none } = formOf('');
  expect((await send(Buffer.from('--csv-of-a-test--\r\n'), { headers: none })).status).toBe(422);
  expect((await send(body.subarray(0, -30), { headers })).status).toBe(422);
});

test('a form may repeat tags, and send JSON as a part with its own type and file name', async () => {
  const type = 'multipart/form-data; boundary=csv-of-a-test';
  const part = (head: string, value: string) =>
    `--csv-of-a-test\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const form = [
    part('name="tags"', 'a'),
    part('name="tags"', 'b'),
    part('name="mapping"; filename="blob"\r\nContent-Type: application/json', '{"Name":"first_name"}'),
    part('name="file"; filename="people.csv"', 'Mail,Name\nbea@x.test,Bea\n'),
    '--csv-of-a-test--\r\n',
  ];
  const file = Buffer.from(form.join(''));
  expect(await done(file, { headers: { 'content-type': type } })).toMatchObject({ status: 'completed', added: 1 });
  expect(await readSubscriber(api, list, 'bea@x.test')).toMatchObject({ first_name: 'Bea', tags: ['a', 'b'] });
});

const utf16Of = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const WIDE = `email${',x'.repeat(200)}\na@x.test\n`;
const bomb = gzipSync(Buffer.from(`email\n${'x'.repeat(70 * 1024 * 1024)}`));
const manyRows = `email\n${'a@x.test\n'.repeat(9_000)}`;

test.each<[string, string | Buffer, string, object?]>([
  ['an empty file', '', 'is empty.'],
  ['nothing but empty lines', '\n\n\r\n', 'is empty.'],
  ['a header alone', 'email,first_name\n', 'has no rows.'],
  ['rows of nothing', 'email,first_name\n,\n,\n', 'has no rows.'],
  ['no column of addresses', 'name,city\nAnn,Porto\n', 'has no column email'],
  ['a doubled column', 'email,email\na@x.test,b@x.test\n', 'has more than one column for email'],
  ['201 columns', WIDE, 'has more than 200 columns.'],
  ['a million columns', `email${','.repeat(1_000_000)}\n`, 'has more than 200 columns.'],
  ['ten million columns', `email${','.repeat(10_000_000)}\n`, 'has more than 1 MiB in row 1'],
  ['ten million columns further down', `email\na@x.test${','.repeat(10_000_000)}\n`, 'has more than 1 MiB in row 2'],
  ['a cell of 10 MB', `email\na@x.test\n${'x'.repeat(10_000_000)}\n`, 'has more than 1 MiB in row 3'],
  [
    'a quote that is not closed',
    'email,first_name\na@x.test,"Ann\nb@x.test,Bob\n',
    'has a quote in row 2 that is never closed',
  ],
  ['a quote that is not closed far down', `${manyRows}b@x.test,"Bob\n`, 'has a quote in row 9002 that is never closed'],
  [
    'a quote that is not closed below empty lines',
    'email\n\n\n"a@x.test\n',
    'has a quote in row 4 that is never closed',
  ],
  [
    'a cell of 10 MB below empty lines',
    `email${'\n'.repeat(2_000_000)}${'x'.repeat(10_000_000)}\n`,
    'has more than 1 MiB in row 2000001',
  ],
  ['a spreadsheet', Buffer.from('504b0304140006000800', 'hex'), 'is a spreadsheet or a ZIP archive'],
  ['half a gzip file', gzipSync(manyRows).subarray(0, -20), 'is not a complete gzip file.'],
  ['a gzip bomb', bomb, 'unpacks to more than 200 times its size.'],
  ['a gzip bomb of rows', gzipSync('a@x.test\n'.repeat(200_000)), 'unpacks to more than 200 times its size.'],
  [
    'UTF-8 that breaks',
    Buffer.concat([Buffer.from('email,first_name\na@x.test,Zoë\n'), Buffer.from([0xff, 0x0a])]),
    'is not valid UTF-8',
  ],
  ['UTF-16 with half a character', utf16Of('email,first_name\na@x.test,Zoë \ud83d\n'), 'is not valid UTF-16'],
  ['UTF-16 that ends in half a character', utf16Of(NAMES).subarray(0, -1), 'is not valid UTF-16'],
  ['big-endian UTF-16 that breaks', Buffer.from(utf16Of('email\n\udc00@x.test\n')).swap16(), 'is not valid UTF-16'],
])('%s is refused with words', async (_, file, problem) => {
  const { status, body } = await send(file);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['csv']);
  expect(body.message).toContain(`The CSV file ${problem}`);
  expect(await emails()).toEqual([]);
});

test('a gzip bomb of rows is refused before any of them is stored', async () => {
  const rows = gzipSync('a@x.test\n'.repeat(4_000_000));
  expect((await send(rows)).body.message).toContain('unpacks to more than 200 times its size.');
  expect(await api.db.import.count({ where: { listId: list } })).toBe(0);
});

test.each<[string, Record<string, string>, string]>([
  ['a mapping that is no JSON', { mapping: 'email' }, 'mapping'],
  ['a mapping of a column that is not there', { mapping: '{"Post":"email"}' }, 'mapping.Post'],
  ['a mapping to no field', { mapping: '{"email":"colour"}' }, 'mapping.email'],
  ['a mapping to a reserved key', { mapping: '{"email":"attributes.id"}' }, 'mapping.email'],
  ['an unknown delimiter', { delimiter: '~' }, 'delimiter'],
  ['an unknown encoding', { encoding: 'klingon' }, 'encoding'],
  ['a header that is neither', { header: 'perhaps' }, 'header'],
  ['an endless file name', { file_name: 'x'.repeat(300) }, 'file_name'],
])('%s is refused by its name', async (_, query, field) => {
  const { status, body } = await send('email\na@x.test\n', { query });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('an odd cell fails only its own row', async () => {
  const file = `email,first_name,tags\nnul\0@x.test,a,\nb@x.test,n\0l,\nc@x.test,${'x'.repeat(300)},\nd@x.test,,${'t'.repeat(101)}\n" e@x.test",5" pipe,[1\nemail,first_name,tags\n`;
  const { failed, errors } = await done(file, { query: { on_invalid: 'fail_row' } });
  expect([failed, errors.map(({ row }: { row: number }) => row)]).toEqual([5, [2, 3, 4, 5, 7]]);
  expect(await readSubscriber(api, list, 'e@x.test')).toMatchObject({ first_name: '5" pipe', tags: ['[1'] });
});

test('refusals come in the usual order', async () => {
  const none = { query: { delimiter: '~' } };
  expect((await sendCsv(api, list, 'x', { ...none, token: null })).status).toBe(401);
  expect((await sendCsv(api, list, 'x', { ...none, token: api.readToken })).status).toBe(403);
  const json = { ...none, headers: { 'content-type': 'application/json' } };
  expect(await sendCsv(api, UNKNOWN_ID, '{}', json)).toMatchObject({
    status: 415,
    body: { message: 'The Content-Type must be text/csv, multipart/form-data or application/gzip.', errors: {} },
  });
  expect((await sendCsv(api, list, 'x', { headers: { 'content-encoding': 'br' } })).status).toBe(415);
  expect((await sendCsv(api, UNKNOWN_ID, 'x', none)).status).toBe(404);
  expect((await sendCsv(api, list, 'x', { ...none, token: api.otherToken })).status).toBe(404);
  expect((await sendCsv(api, list, 'x', none)).status).toBe(422);
  expect((await api.rest('PUT', `/lists/${list}/imports`)).headers.allow).toBe('POST');
});
