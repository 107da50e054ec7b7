import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber } from '../../support/audience.ts';
import { importCsv, sendCsv, statusesOn } from '../../support/csv.ts';
import { awayFromMidnight } from '../../support/midnight.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  for (const [key, type] of Object.entries({ birthday: 'date', due: 'date', note: 'text', customer_id: 'text' })) {
    await api.rest('POST', '/fields', { key, type });
  }
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const subscriber = (email = 'ada@x.example') => readSubscriber(api, list, email);

describe('an address cell', () => {
  test.each([
    ['a no-break space', '\u00a0ada@x.example\u00a0'],
    ['a zero-width space', 'ada@x.example\u200b'],
    ['a byte order mark inside', 'ada\ufeff@x.example'],
    ['a soft hyphen', 'ada@x.exam\u00adple'],
    ['marks of direction', '\u202aada@x.example\u202c'],
    ['a left-to-right mark', '\u200eada@x.example'],
    ['an ideographic space', '\u3000ada@x.example'],
    ['a trailing newline', 'ada@x.example\n'],
    ['mailto:', 'mailto:ada@x.example'],
    ['MAILTO: with a subject', 'MAILTO:ada@x.example?subject=Hello'],
    ['a name', 'Ada Lovelace <ada@x.example>'],
    ['a quoted name', '"Lovelace, Ada" <ada@x.example>'],
    ['a name and a comma', 'Ada <ada@x.example>,'],
    ['a comment', 'ada@x.example (Ada)'],
    ['angle brackets', '<ada@x.example>'],
    ['a trailing comma', 'ada@x.example,'],
    ['a trailing full stop', 'ada@x.example.'],
    ['a trailing semicolon', 'ada@x.example;'],
    ['quotes', '\'ada@x.example"'],
    ['curly quotes', '“ada@x.example”'],
    ['a link in brackets', '<mailto:ada@x.example>;'],
    ['full width', 'ａｄａ＠ｘ．ｅｘａｍｐｌｅ'],
  ])('with %s is cleaned', async (_, cell) => {
    const { failed, errors } = await importCsv(api, list, `email,note\n${quoted(cell)},x\n`);
    expect([failed, errors]).toEqual([0, []]);
    expect(await statusesOn(api, list)).toEqual({ 'ada@x.example': 'subscribed' });
    expect((await subscriber()).first_name).toBeNull();
  });

  test.each(['ada@x.example; bob@x.example', 'ada@', '<>', 'mailto:', 'ada @x.example', 'Ada <ada>', 'x'.repeat(400)])(
    'like %s fails as it is',
    async (cell) => {
      const { errors } = await importCsv(api, list, `email,note\n${quoted(cell)},x\n`);
      expect(errors[0]).toMatchObject({ row: 2, email: cell.slice(0, 500) });
    },
  );

  test('that is valid is not changed', async () => {
    await importCsv(api, list, `email\n"'eve@x.example"\no'neil@x.example\nada+a@x.example\n{a}@x.example\n`);
    expect(Object.keys(await statusesOn(api, list))).toEqual([
      "'eve@x.example",
      'ada+a@x.example',
      "o'neil@x.example",
      '{a}@x.example',
    ]);
  });

  test('is cleaned in a suppression file too', async () => {
    const sent = await api.app.inject({
      ...{ method: 'POST', url: '/v1/suppressions/imports', payload: 'email\nAda <gone@x.example>\n' },
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv' },
    });
    expect(sent.json().data).toMatchObject({ added: 1, failed: 0 });
  });
});

test.each([
  '\tada@x.example ',
  '\u00a0ada@x.example',
  'ada@x.example\u200b',
  '\ufeffada@x.example',
  ' ada@x.example\u3000',
])('in JSON, text around the address %j is ignored', async (email) => {
  const { status, body } = await api.rest('POST', `/lists/${list}/subscribers`, { email });
  expect([status, body.data?.email]).toEqual([201, 'ada@x.example']);
});

test.each([
  'ada@x.example\n',
  'ada\n@x.example',
  'ada@x.example\nbcc:b@x.example',
  'mailto:ada@x.example',
  'Ada <ada@x.example>',
  '\u200b',
])('in JSON, the address %j is refused', async (email) => {
  expect((await api.rest('POST', `/lists/${list}/subscribers`, { email })).status).toBe(422);
});

test('invisible characters at the ends of text are removed, and inner ones stay', async () => {
  const file = `email,first_name,last_name,note\nada@x.example,\u200bAda\u00a0,\u200e,\u2068a\u200db \n`;
  await importCsv(api, list, file);
  expect(await subscriber()).toMatchObject({ first_name: 'Ada', last_name: null, attributes: { note: 'a\u200db ' } });
});

test("Shopify's apostrophe before digits is removed, and an export's apostrophes come back", async () => {
  const file = `email,customer_id,note\nada@x.example,'7123456789012,'68 Comeback\nbob@x.example,'0049 30 1234,'t Hooft\n`;
  await importCsv(api, list, file);
  expect((await subscriber()).attributes).toEqual({ customer_id: '7123456789012', note: "'68 Comeback" });
  expect((await subscriber('bob@x.example')).attributes).toEqual({ customer_id: '0049 30 1234', note: "'t Hooft" });
  const odd = ["'7123", "''7123", "'", "'=1", '=1', "'1,5", "7'1", "'-5", '-5'];
  const rows = odd.map((note, index) => ({ email: `p${index}@x.example`, attributes: { note } }));
  await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows });
  const { payload } = await api.app.inject({
    url: `/v1/lists/${list}/exports?columns=email,attributes.note`,
    headers: { authorization: `Bearer ${api.token}` },
  });
  list = await makeList(api);
  await importCsv(api, list, payload);
  for (const { email, attributes } of rows) expect((await subscriber(email)).attributes).toEqual(attributes);
});

describe('a date cell', () => {
  test.each([
    ['3/14/90', '1990-03-14'],
    ['14.3.90', '1990-03-14'],
    ['14-Mar-90', '1990-03-14'],
    ['Mar 14, 1990', '1990-03-14'],
    ['14 March 1990', '1990-03-14'],
    ['March 14th, 1990', '1990-03-14'],
    ['14. März 1990', '1990-03-14'],
    ['14 mars 1990', '1990-03-14'],
    ['1er août 1990', '1990-08-01'],
    ['14 de marzo de 1990', '1990-03-14'],
    ['14 marzo 1990', '1990-03-14'],
    ['14 maart 1990', '1990-03-14'],
    ['14 de março de 1990', '1990-03-14'],
    ['14 marca 1990', '1990-03-14'],
    ['14 марта 1990 г.', '1990-03-14'],
    ['1990. március 14.', '1990-03-14'],
    ['Wed, 14 Mar 1990 17:30:00 +0100', '1990-03-14T16:30:00.000Z'],
    ['3/14/1990 5:30 PM', '1990-03-14T17:30:00.000Z'],
    ['3/14/1990, 12:05:09 am', '1990-03-14T00:05:09.000Z'],
    ['1990-03-14T17:30:15.1234567Z', '1990-03-14T17:30:15.123Z'],
    ['14.03.1990 17:30', '1990-03-14T17:30:00.000Z'],
    ['3/14', '--03-14'],
    ['14/03', '--03-14'],
    ['14.03.', '--03-14'],
    ['--03-14', '--03-14'],
    ['--0314', '--03-14'],
    ['14 March', '--03-14'],
    ['29.02.', '--02-29'],
    ['3/14/30', '1930-03-14'],
  ])('%s is read as %s', async (cell, value) => {
    const { failed } = await importCsv(api, list, `email,birthday\nada@x.example,${quoted(cell)}\n`);
    expect([failed, (await subscriber()).attributes]).toEqual([0, { birthday: value }]);
  });

  test.each(['30.02.', '30 February 1990', '14 Foo 1990', 'Mar-90', '13:00 PM', '3/14/', '14.13.90', '1990', 'soon'])(
    '%s is left out and reported',
    async (cell) => {
      const { id } = await importCsv(api, list, `email,birthday\nada@x.example,${quoted(cell)}\n`);
      expect((await api.rest('GET', `/imports/${id}/skipped-values`)).body.data).toMatchObject([{ value: cell }]);
      expect((await subscriber()).attributes).toEqual({});
    },
  );

  test('of another field may be in the future with a two-digit year', async () => {
    await importCsv(api, list, 'email,due\nada@x.example,3/14/30\n');
    expect((await subscriber()).attributes).toEqual({ due: '2030-03-14' });
  });

  test('without a year asks for the order if it is ambiguous', async () => {
    const file = 'email,birthday\nada@x.example,03/04\n';
    const sent = { path: '/imports/preview' };
    const { columns } = (await sendCsv(api, list, file, sent)).body.data;
    expect(columns[1].date_formats).toEqual(['DD/MM/YYYY', 'MM/DD/YYYY']);
    for (const [date, value] of [
      ['MM/DD', '--03-04'],
      ['dd/mm', '--04-03'],
      ['MM/DD/YY', '--03-04'],
    ] as const) {
      await importCsv(api, list, file, { query: { formats: JSON.stringify({ birthday: { date } }) } });
      expect((await subscriber()).attributes).toEqual({ birthday: value });
    }
  });

  test('of a subscription needs a year', async () => {
    const { id } = await importCsv(api, list, 'email,subscribed_at\nada@x.example,14.03.\n');
    expect((await api.rest('GET', `/imports/${id}/skipped-values`)).body.data).toMatchObject([{ value: '14.03.' }]);
    await importCsv(api, list, 'email,subscribed_at\nbob@x.example,14-Mar-19\n');
    expect((await subscriber('bob@x.example')).subscribed_at).toBe('2019-03-14T00:00:00.000Z');
  });
});

test("times without an offset, and subscription days, use the team's time zone", async () => {
  await api.rest('PATCH', '/team', { timezone: 'America/Los_Angeles' });
  const rows = [
    'a@x.example,2024-07-01 10:00,2024-07-01 10:00',
    'b@x.example,2024-01-31 5:30 PM,2024-01-31',
    'c@x.example,2024-07-01T10:00:00.250,2024-07-01T10:00:00Z',
    'd@x.example,2024-07-01 10:00:00 +0200,"Mar 10, 2024 2:30 AM"',
  ];
  await importCsv(api, list, `email,birthday,subscribed_at\n${rows.join('\n')}\n`);
  const read = async (email: string) => {
    const { attributes, subscribed_at } = await subscriber(email);
    return [attributes.birthday, subscribed_at];
  };
  expect(await read('a@x.example')).toEqual(['2024-07-01T17:00:00.000Z', '2024-07-01T17:00:00.000Z']);
  expect(await read('b@x.example')).toEqual(['2024-02-01T01:30:00.000Z', '2024-01-31T08:00:00.000Z']);
  expect(await read('c@x.example')).toEqual(['2024-07-01T17:00:00.250Z', '2024-07-01T10:00:00.000Z']);
  expect(await read('d@x.example')).toEqual(['2024-07-01T08:00:00.000Z', '2024-03-10T10:00:00.000Z']);
  await api.rest('PATCH', '/team', { timezone: 'UTC' });
});

test('a birthday without a year has anniversaries, counts as set, and matches no full date; JSON accepts it too', async () => {
  await awayFromMidnight();
  const today = new Date().toISOString().slice(5, 10);
  const row = { email: 'ada@x.example', attributes: { birthday: `--${today}` } };
  expect((await api.rest('POST', `/lists/${list}/subscribers`, row)).status).toBe(201);
  for (const birthday of ['--02-30', '--13-01', '--1-1', '-03-14', '--00-00']) {
    const { status } = await api.rest('POST', `/lists/${list}/subscribers`, { ...row, attributes: { birthday } });
    expect([birthday, status]).toEqual([birthday, 422]);
  }
  const matches = async (rule: object) => {
    const conditions = { operator: 'and', rules: [{ type: 'attribute', field: 'birthday', ...rule }] };
    return (await api.rest('POST', `/lists/${list}/segments/preview`, { conditions })).body.data.subscribers_count;
  };
  expect(await matches({ operator: 'anniversary_within_days', value: 1 })).toBe(1);
  expect(await matches({ operator: 'is_set' })).toBe(1);
  expect(await matches({ operator: 'after', value: '1900-01-01' })).toBe(0);
  expect(await matches({ operator: 'before', value: '2100-01-01' })).toBe(0);
  expect(await matches({ operator: 'between', value: ['1900-01-01', '2100-01-01'] })).toBe(0);
  expect(await matches({ operator: 'within_last_days', value: 3650 })).toBe(0);
  expect(await matches({ operator: 'older_than_days', value: 1 })).toBe(0);
  expect(await matches({ operator: 'within_next_days', value: 3650 })).toBe(0);
});

test('a text field with birthdays without a year becomes a date field', async () => {
  await api.rest('POST', '/fields', { key: 'bday', type: 'text' });
  await importCsv(api, list, 'email,bday\nada@x.example,--02-29\nbob@x.example,--02-30\n');
  await api.rest('PATCH', '/fields/bday', { type: 'date' });
  expect((await subscriber()).attributes).toEqual({ bday: '--02-29' });
  const again = await api.rest('PATCH', `/subscribers/${(await subscriber()).id}`, { attributes: { bday: '--03-01' } });
  expect(again.body.data.attributes).toEqual({ bday: '--03-01' });
});

describe('a language cell', () => {
  test.each([
    ['German', 'de'],
    ['Deutsch', 'de'],
    ['allemand', 'de'],
    ['Portuguese (Brazil)', 'pt-BR'],
    ['ENGLISH', 'en'],
    ['français', 'fr'],
    ['Español', 'es'],
    ['日本語', 'ja'],
    ['polski', 'pl'],
    ['en_gb', 'en-GB'],
  ])('%s is read as %s', async (cell, locale) => {
    await importCsv(api, list, `email,Language\nada@x.example,${cell}\n`);
    expect((await subscriber()).locale).toBe(locale);
  });

  test.each(['Klingon?', 'xx', 'gibberish'])('%s is left out and reported', async (cell) => {
    const { id } = await importCsv(api, list, `email,Language\nada@x.example,${cell}\n`);
    expect((await api.rest('GET', `/imports/${id}/skipped-values`)).body.data).toMatchObject([{ value: cell }]);
  });
});

describe('a file of another kind', () => {
  const entry = (name: string) =>
    Buffer.concat([Buffer.from('504b030414000600080000002100', 'hex'), Buffer.alloc(16), Buffer.from(name)]);
  test.each<[string, string | Buffer, string]>([
    ['a binary .xls', Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), 'is a binary Excel workbook (.xls)'],
    ['an .xlsx', entry('[Content_Types].xml'), 'is an Excel workbook (.xlsx)'],
    ['a .numbers', entry('Index/Document.iwa'), 'is a Numbers spreadsheet (.numbers)'],
    ['an .ods', entry('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), 'is an OpenDocument spreadsheet'],
    ['a .zip', entry('people.csv'), 'is a spreadsheet or a ZIP archive'],
    ['a PDF', '%PDF-1.7\n', 'is a PDF document'],
    ['an HTML page', '<html xmlns:o="urn:schemas-microsoft-com:office:office">\n<table>', 'is a web page (HTML)'],
    ['an HTML table', '\ufeff\n <table border=1><tr><td>email</td></tr>', 'is a web page (HTML)'],
    ['HTML in UTF-16', Buffer.from('\ufeff<!DOCTYPE html><html>', 'utf16le'), 'is a web page (HTML)'],
    ['Excel XML', '<?xml version="1.0"?><Workbook>', 'is an XML document'],
    ['RTF', '{\\rtf1\\ansi', 'is a text document (RTF)'],
  ])('%s is recognised, and the error says what to do', async (_, file, problem) => {
    for (const path of ['/imports', '/imports/preview']) {
      const { status, body } = await sendCsv(api, list, file, { path });
      expect([status, body.errors.csv]).toEqual([422, [expect.stringContaining(problem)]]);
      expect(body.errors.csv[0]).toMatch(/save it as CSV|Unpack it|import that file|Export/);
    }
  });
});
