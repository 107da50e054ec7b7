import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { formOf, importCsv, sendCsv } from '../../support/csv.ts';
import { WHATWG_LABELS } from '../../support/whatwg-labels.ts';

let api: TestApp;
let list: string;
let jobs: RunningJobs;
beforeAll(async () => {
  api = await openTestApp();
  jobs = startJobs(api.installation);
  list = await makeList(api);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
});

const fileOf = (names: readonly string[]) =>
  `Email;First Name\r\n${names.map((name, index) => `u${index}@x.example;${name}\r\n`).join('')}`;

const preview = async (file: Buffer, query: Record<string, string> = {}, headers = {}) => {
  const { status, body } = await sendCsv(api, list, file, { query, headers, path: '/imports/preview' });
  return { status, body, ...body.data, names: body.data?.rows.map(({ cells }: { cells: string[] }) => cells[1]) };
};

/** Names as people of these encodings have them. */
const NAMES: [encoding: string, names: string[]][] = [
  ['windows-1250', ['Łukasz Świątek', 'Małgorzata Żółć', 'Jiří Dvořák', 'Győző Erdős']],
  ['windows-1251', ['Иван', 'Наталья Петрова', 'Юлия', 'Оксана Шевченко']],
  ['windows-1252', ['Zoë', 'José García', 'Jörg Müller', 'François Lefèvre', 'Peña', 'Søren Ødegård']],
  ['windows-1253', ['Γιώργος Παπαδόπουλος', 'Μαρία', 'Ελένη']],
  ['windows-1254', ['Ayşe Yılmaz', 'Çağrı', 'Doğan Şükrü']],
  ['windows-1255', ['משה לוי', 'שרה כהן', 'דוד']],
  ['windows-1256', ['محمد عبد الله', 'فاطمة علي', 'يوسف']],
  ['shift_jis', ['田中太郎', '山田 花子', 'さくら', '髙橋']],
  ['euc-jp', ['山田花子', '鈴木一郎', 'さくら']],
  ['gbk', ['张伟', '王芳', '欧阳修']],
  ['big5', ['陳美玲', '王小明', '黃宗翰']],
  ['euc-kr', ['김민수', '이영희', '박지성']],
  ['koi8-r', ['Иван', 'Наталья Петрова', 'Юлия']],
  ['macintosh', ['José García', 'François Lefèvre', 'Sørensen', 'Hélène']],
  ['iso-8859-2', ['Łukasz Świątek', 'Šárka', 'Tomáš Dvořák']],
  ['cp850', ['José García', 'François Lefèvre', 'Hélène']],
  ['cp852', ['Łukasz Świątek', 'Tomáš Dvořák', 'Małgorzata']],
  ['windows-1257', ['Jānis Bērziņš', 'Žydrūnas', 'Šarūnas']],
  ['windows-874', ['สมชาย', 'ประเสริฐ ใจดี']],
];

describe('a file that does not say its encoding', () => {
  test.each(NAMES)('in %s is read correctly', async (encoding, names) => {
    const read = await preview(iconv.encode(fileOf(names), encoding));
    expect(read.names).toEqual(names);
    expect(read.warnings[0]).toContain(names[0]);
  });

  test.each(NAMES)(
    'in %s with one name is read correctly, or the correct encoding is suggested',
    async (encoding, names) => {
      for (const name of names) {
        const read = await preview(iconv.encode(fileOf([name]), encoding));
        const samples = read.readings.flatMap(({ samples }: { samples: string[] }) => samples);
        expect([name, samples]).toEqual([name, expect.arrayContaining([name])]);
        expect(read.warnings[0]).toMatch(/^Read as .+\. Check these names: /);
        if (read.names[0] !== name) expect(read.readings.length).toBeGreaterThan(1);
      }
    },
  );

  test.each([
    ['windows-1251', 'Иван Петров'],
    ['windows-1250', 'Małgorzata Żółć'],
    ['shift_jis', '山田 花子'],
    ['gbk', '张伟'],
  ])('in %s with 10,000 lines, the first of ASCII for megabytes, is read as one', async (encoding, name) => {
    const late = [...Array(400).keys()].map((n) => `a${n}@x.example;Ada;${'x'.repeat(8_000)}\r\n`).join('');
    const file = `Email;First Name;Note\r\n${late}${[...Array(10_000).keys()].map((n) => `u${n}@x.example;${name};\r\n`).join('')}`;
    const { meta, added } = await importCsv(api, await makeList(api), iconv.encode(file, encoding));
    expect([added, meta.queued, meta.warnings[0]]).toEqual([10_400, 10_400, expect.stringContaining(name)]);
    expect(await api.db.subscriber.count({ where: { firstName: name } })).toBe(10_000);
    await api.db.subscriber.deleteMany({ where: { firstName: name } });
  });

  test('is read correctly by the country of its addresses if names are not enough', async () => {
    const file = iconv.encode('Email;Name\r\ncwiek@poczta.pl;Ćwiek\r\n', 'windows-1250');
    expect((await preview(file)).rows[0].cells[1]).toBe('Ćwiek');
  });

  test('adds a warning to the import, unless its encoding is certain', async () => {
    const bytes = iconv.encode('Email;First Name\r\nru@x.example;Иван\r\n', 'windows-1251');
    const { meta } = await importCsv(api, await makeList(api), bytes);
    expect(meta.warnings).toEqual([expect.stringMatching(/^Read as Windows-1251\. Check these names: Иван\./)]);
    for (const sure of [fileOf(['Иван']), `\ufeff${fileOf(['Иван'])}`, fileOf(['Ivan'])]) {
      expect(await preview(Buffer.from(sure))).toMatchObject({ warnings: [], readings: [], encoding: 'utf-8' });
    }
    const utf16 = Buffer.from(`\ufeff${fileOf(['Иван'])}`, 'utf16le');
    expect(await preview(utf16)).toMatchObject({ warnings: [], readings: [], encoding: 'utf-16le' });
  });

  test('with Japanese escape sequences is ISO-2022-JP', async () => {
    const file = Buffer.from('Email,Name\r\nt@x.example,\x1b$B;3ED\x1b(B\r\n', 'latin1');
    expect(await preview(file)).toMatchObject({ encoding: 'iso-2022-jp', names: ['山田'] });
  });

  test('with damaged UTF-8 is refused', async () => {
    const file = Buffer.concat([Buffer.from(fileOf(['Zoë', 'Jörg'])), Buffer.from([0x61, 0xe9, 0x0a])]);
    expect((await preview(file)).body.errors.csv[0]).toContain('is not valid UTF-8');
  });
});

describe('a given encoding', () => {
  test('may have every label of the standard', async () => {
    const rejected: string[] = [];
    for (const [label, encoding] of Object.entries(WHATWG_LABELS)) {
      const text = 'email;first_name\r\na@x.example;Ada\r\n';
      const bytes = encoding.startsWith('utf-16') ? iconv.encode(text, encoding) : Buffer.from(text);
      for (const read of [
        await preview(bytes, { encoding: label }),
        await preview(bytes, {}, { 'content-type': `text/csv; charset=${label}` }),
        await preview(bytes, { encoding: ` ${label.toUpperCase()} ` }),
      ]) {
        if (read.status !== 200 || read.encoding !== encoding || read.names[0] !== 'Ada') rejected.push(label);
      }
    }
    expect(rejected).toEqual([]);
  });

  test.each([
    ['windows-1251', 'Иван'],
    ['cp1250', 'Łukasz'],
    ['latin2', 'Šárka'],
    ['latin5', 'Ayşe'],
    ['iso-8859-16', 'Ștefan'],
    ['iso-8859-15', 'Œuvre €'],
    ['sjis', '髙橋①'],
    ['ks_c_5601-1987', '똠방각하'],
    ['gb18030', '张伟𠀀'],
    ['big5-hkscs', '陳大文'],
    ['koi8-u', 'Ґалаґан'],
    ['mac', 'Hélène €'],
    ['x-mac-cyrillic', 'Иван'],
    ['windows-1258', 'Đặng'],
    ['tis-620', 'สมชาย'],
    ['cp850', 'José'],
    ['IBM852', 'Łukasz'],
    ['cp437', 'Jürgen'],
    ['cp866', 'Иван'],
    ['win1251', 'Иван'],
    ['x-user-defined', '\uf7e9'],
  ])('%s reads %s', async (label, name) => {
    const own: Record<string, Buffer> = {
      'x-mac-cyrillic': Buffer.from([0x88, 0xe2, 0xe0, 0xed]),
      mac: Buffer.from([0x48, 0x8e, 0x6c, 0x8f, 0x6e, 0x65, 0x20, 0xdb]),
      'x-user-defined': Buffer.from([0xe9]),
      'windows-1258': Buffer.from([0xd0, 0xe3, 0xf2, 0x6e, 0x67]),
    };
    const bytes = own[label] ?? iconv.encode(name, label);
    const file = Buffer.concat([Buffer.from('email;first_name\r\na@x.example;'), bytes, Buffer.from('\r\n')]);
    const read = await preview(file, { encoding: label });
    expect(read.names.map((one: string) => one.normalize('NFC'))).toEqual([name.normalize('NFC')]);
    expect([read.warnings, read.readings]).toEqual([[], []]);
  });

  test.each(['klingon', 'iso-2022-kr', 'hz-gb-2312', 'cp999', 'utf-7', '😀', 'x'.repeat(300)])(
    '%s is refused by its field',
    async (label) => {
      for (const sent of [{ query: { encoding: label } }, formOf('email\na@x.example\n', { encoding: label })]) {
        const { status, body } = await sendCsv(api, list, 'body' in sent ? sent.body : 'email\na@x.example\n', sent);
        expect([status, Object.keys(body.errors)]).toEqual([422, ['encoding']]);
      }
    },
  );

  test('that does not fit the bytes refuses the file and names the encoding', async () => {
    const { status, body } = await sendCsv(api, list, Buffer.from('email;name\na@x.example;\xff\xff\n', 'latin1'), {
      query: { encoding: 'euc-kr' },
    });
    expect([status, body.errors.csv[0]]).toEqual([422, expect.stringContaining('is not valid EUC-KR')]);
  });

  test('is accepted by GraphQL and by suppression imports', async () => {
    const { body } = await api.graphql(
      'query ($list: ID!) { previewImport(input: { listId: $list, csv: "email\\na@x.example\\n", encoding: "latin2" }) { encoding readings { encoding samples } } }',
      { list },
    );
    expect(body.data.previewImport).toEqual({ encoding: 'iso-8859-2', readings: [] });
    const sent = await api.app.inject({
      ...{ method: 'POST', url: '/v1/suppressions/imports?encoding=windows-1251' },
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv' },
      payload: iconv.encode('email;заметка\r\nivan@пример.рф;Иван\r\n', 'windows-1251'),
    });
    expect(sent.json().data).toMatchObject({ added: 1, failed: 0 });
  });
});
