import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf } from '../../support/audience.ts';
import { importCsv, sendCsv, statusesOn } from '../../support/csv.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { sseClient } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

async function download(id: string, token = api.readToken) {
  const { statusCode, headers, payload } = await api.app.inject({
    url: `/v1/imports/${id}/failed-rows`,
    headers: { authorization: `Bearer ${token}` },
  });
  if (statusCode === 200) expect(payload.startsWith('\ufeff')).toBe(true);
  return { status: statusCode, headers, text: payload.slice(statusCode === 200 ? 1 : 0) };
}

test('failed rows are downloaded with their columns and errors, and can be imported again', async () => {
  await api.rest('POST', '/suppressions', { email: 'never@x.test' });
  const file = [
    'E-Mail;First Name;Colour;attributes.note',
    'fine@x.test;Fine;red;ok',
    'nobody;\'=1+1;"a;b";"two\nlines"',
    'never@x.test;Never;;',
    `note@x.test;${'x'.repeat(300)};green;-2+3`,
    'many@x.test;Many;;;five',
  ].join('\n');
  const query = { on_invalid: 'fail_row' };
  const { id, failed } = await importCsv(api, list, file, { query });
  expect(failed).toBe(4);
  const { status, headers, text } = await download(id);
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="failed-rows.csv"',
  ]);
  expect(text.split('\r\n')).toEqual([
    'E-Mail,First Name,Colour,attributes.note,import_error',
    'nobody,\'=1+1,"a;b","two\nlines",The E-Mail field must be a valid email address.',
    'never@x.test,Never,,,The address is blocked: it is suppressed and gets no e-mails from the team.',
    `note@x.test,${'x'.repeat(300)},green,'-2+3,The First Name field must not be greater than 255 characters.`,
    'many@x.test,Many,,,The row has more cells than the file has columns.,five',
    '',
  ]);
  const corrected = text.replace('nobody', 'somebody@x.test').replace('x'.repeat(300), 'Note');
  const again = await importCsv(api, list, corrected, { query });
  expect(again).toMatchObject({ added: 2, failed: 2 });
  expect(again.meta.warnings).toEqual(['The column "Colour" is left out, because it matches no field.']);
  expect(await readSubscriber(api, list, 'somebody@x.test')).toMatchObject({
    first_name: '=1+1',
    attributes: { note: 'two\nlines' },
  });
  expect(await readSubscriber(api, list, 'note@x.test')).toMatchObject({ attributes: { note: '-2+3' } });
  const third = (await download(again.id)).text.split('\r\n');
  expect(third.slice(0, 2)).toEqual(text.split('\r\n').filter((line) => /^(E-Mail|never)/.test(line)));
});

test('the download of a file without a header is headed by field names', async () => {
  const query = { mapping: '{"2":"first_name"}' };
  const { id } = await importCsv(api, list, 'a@x.test,Ann,x\nnobody,Bob,y\n', { query });
  const { text } = await download(id);
  expect(text).toBe(
    'email,first_name,3,import_error\r\nnobody,Bob,y,The email field must be a valid email address.\r\n',
  );
  expect(await importCsv(api, list, text.replace('nobody', 'b@x.test'))).toMatchObject({ added: 1 });
  expect((await readSubscriber(api, list, 'b@x.test')).first_name).toBe('Bob');
});

test('thousands of failed rows are downloaded, and only the header if none failed', async () => {
  const lines = rowsOf(3_000).map(({ email }, index) => `${index % 2 ? email : 'nobody'},${index}\n`);
  const { id } = await importCsv(api, list, `email,attributes.n\n${lines.join('')}`);
  const rows = (await download(id)).text.trim().split('\r\n');
  expect([rows.length, rows.at(-1)]).toEqual([1_501, 'nobody,2998,The email field must be a valid email address.']);
  const { id: none } = await importCsv(api, list, 'email\nfine@x.test\n');
  expect((await download(none)).text).toBe('email,import_error\r\n');
});

test('the download of JSON rows contains their addresses', async () => {
  const subscribers = [...rowsOf(100), { email: 'nobody' }];
  const { body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers });
  await until(async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data.finished_at !== null);
  expect((await download(body.data.id)).text).toBe(
    'email,import_error\r\nnobody,The email field must be a valid email address.\r\n',
  );
});

test("the failed rows of another team's import are not found", async () => {
  const { id } = await importCsv(api, list, 'email\nnobody\n');
  for (const [one, token] of [
    [id, api.otherToken],
    [UNKNOWN_ID, api.token],
  ] as const) {
    expect((await download(one, token)).status).toBe(404);
  }
  expect((await api.rest('GET', `/imports/${UNKNOWN_ID}/skipped-values`)).status).toBe(404);
});

test('GraphQL streams the file', async () => {
  const { id } = await importCsv(api, list, 'email\nnobody\n');
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { client } = sseClient(`${address}/graphql`, api.readToken);
  const query = 'subscription ($id: ID!) { exportFailedRows(importId: $id) }';
  let text = '';
  for await (const { data } of client.iterate<{ exportFailedRows: string }>({ query, variables: { id } })) {
    text += data?.exportFailedRows;
  }
  expect(text.slice(1)).toBe((await download(id)).text);
});

test('erasing a person erases them from failed rows, skipped values and waiting rows', async () => {
  const file = [
    'email,timezone,attributes.friend',
    'anna@x.test,nowhere,',
    'bob@x.test,,Anna@X.test',
    'Anna@x.test,x,y,z',
    'nobody,,anna@x.test',
    'carl@x.test,of anna@x.test,',
  ].join('\n');
  const { id } = await importCsv(api, list, file);
  const draft = `mutation ($list: ID!, $csv: String!) { receiveImport(input: { listId: $list, csv: $csv }) { import { id } } }`;
  const waiting = (await api.graphql(draft, { list, csv: file })).body.data.receiveImport.import.id;
  await api.rest('POST', '/people/erase', { email: 'anna@x.test' });
  const stored = async () =>
    JSON.stringify(
      [
        await api.db.importError.findMany({ where: { importId: { in: [id, waiting] } } }),
        await api.db.importSkippedValue.findMany({ where: { importId: { in: [id, waiting] } } }),
        await api.db.importChunk.findMany({ where: { importId: waiting } }),
      ].flat(),
    ).toLowerCase();
  // Data about others in a person's row is that person's own data, as in docs/people.md.
  expect((await stored()).replaceAll('"friend":"anna@x.test"', '')).not.toContain('anna@');
  expect((await download(id)).text).toBe('email,timezone,attributes.friend,import_error\r\n');
  await api.graphql('mutation ($id: ID!) { startImport(id: $id) { import { id } } }', { id: waiting });
  await until(async () => (await api.rest('GET', `/imports/${waiting}`)).body.data.finished_at !== null);
  expect(await statusesOn(api, list)).toEqual({ 'bob@x.test': 'subscribed', 'carl@x.test': 'subscribed' });
});

test('a header with a spreadsheet formula is escaped, and read back unchanged', async () => {
  const file = 'email,=Price\nnobody,5\n';
  const query = { mapping: '{"=Price":"attributes.price"}' };
  const { id } = await importCsv(api, list, file, { query });
  const { text } = await download(id);
  expect(text.split('\r\n')[0]).toBe("email,'=Price,import_error");
  const { body } = await sendCsv(api, list, text, { query, path: '/imports/preview' });
  expect(body.data.columns[1]).toMatchObject({ name: '=Price', field: 'attributes.price' });
});

test('numbers, dates and letters mean the same in the download as in the original file', async () => {
  await api.rest('POST', '/fields', { key: 'price', type: 'number' });
  await api.rest('POST', '/fields', { key: 'birthday', type: 'date' });
  const rows = [
    'email;first_name;price;birthday',
    'ann@x.test;Jörg;1.234,50;31/12/1980',
    'nobody;Jürgen;1.234;02/03/1980',
    'noone;Zoë;0,125;04/05/1980',
  ];
  const query = { encoding: 'windows-1252' };
  const { id, failed } = await importCsv(api, list, Buffer.from(rows.join('\n'), 'latin1'), { query });
  expect(failed).toBe(2);
  const { text } = await download(id);
  const corrected = text.replace('nobody', 'bob@x.test').replace('noone', 'zoe@x.test');
  expect(await importCsv(api, list, `\ufeff${corrected}`, { query })).toMatchObject({ added: 2, failed: 0 });
  expect(await readSubscriber(api, list, 'bob@x.test')).toMatchObject({
    first_name: 'Jürgen',
    attributes: { price: 1234, birthday: '1980-03-02' },
  });
  expect(await readSubscriber(api, list, 'zoe@x.test')).toMatchObject({
    first_name: 'Zoë',
    attributes: { price: 0.125, birthday: '1980-05-04' },
  });
});
