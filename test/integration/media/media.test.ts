import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { animation, chunk, photograph, png, SECRET, webp } from '../../support/pictures.ts';
import { fetchFile, upload, uploadForm } from '../../support/upload.ts';

let testApp: TestApp;
let api: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
});

const issues = (answer: { body: { errors: Record<string, string[]> } }) => answer.body.errors;

describe('uploading', () => {
  test('a picture can be read at its public address', async () => {
    const { status, body } = await upload(api, png(40, 20), { query: '?name=Shoes&alt=Red%20shoes' });
    expect(status).toBe(201);
    const { id, url, size, created_at, updated_at, ...rest } = body.data;
    expect(rest).toEqual({
      name: 'Shoes',
      alt: 'Red shoes',
      type: 'png',
      width: 40,
      height: 20,
      frames: 1,
      variants: [],
    });
    expect(url).toMatch(/^http:\/\/localhost:4000\/media\/[\w-]{22}\/[0-9a-f]{32}\.png$/);
    const seen = await fetchFile(api, url);
    expect([seen.statusCode, seen.headers['content-type'], seen.rawPayload.length]).toEqual([200, 'image/png', size]);
    expect(seen.rawPayload).toEqual(png(40, 20));
    expect(seen.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const known = await fetchFile(api, url, { 'if-none-match': seen.headers.etag as string });
    expect([known.statusCode, known.payload]).toEqual([304, '']);
    const head = await fetchFile(api, url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([200, String(size), '']);
    expect((await api.rest('GET', `/media/${id}`)).body).toEqual(body);
  });

  test('a form may give the name before or after the file', async () => {
    const { status, body } = await uploadForm(api, png(5, 5), { alt: 'A shoe' });
    expect([status, body.data.name, body.data.alt]).toEqual([201, 'shoes.png', 'A shoe']);
    const named = await uploadForm(api, png(6, 6), { name: 'Boots' });
    expect(named.body.data.name).toBe('Boots');
  });

  test('GraphQL accepts base64, with or without a data URL prefix', async () => {
    const query =
      'mutation ($file: String!) { uploadMedia(input: { file: $file, name: "a" }) { isNew media { url type } } }';
    const file = png(9, 9).toString('base64');
    const first = await api.graphql(query, { file });
    expect(first.body.data.uploadMedia).toMatchObject({ isNew: true, media: { type: 'PNG' } });
    const again = await api.graphql(query, { file: `data:image/png;base64,${file}` });
    expect(again.body.data.uploadMedia).toEqual({ ...first.body.data.uploadMedia, isNew: false });
    const wrong = await api.graphql(query, { file: 'no base64!' });
    expect(wrong.body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['file'] }],
    });
  });

  test('the same content twice makes one picture, even at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => upload(api, png(30, 30))));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(all.map(({ body }) => body.data.url)).size).toBe(1);
    expect((await api.rest('GET', '/media')).body.meta.total).toBe(1);
  });

  test('another team gets its own address for the same picture', async () => {
    const other = await openTeam(testApp);
    const mine = (await upload(api, png(31, 31))).body.data.url.split('/');
    const theirs = (await upload(other, png(31, 31))).body.data.url.split('/');
    expect(mine.at(-1)).toBe(theirs.at(-1));
    expect(mine.at(-2)).not.toBe(theirs.at(-2));
    const guessed = await fetchFile(api, `http://localhost/media/${'A'.repeat(22)}/${mine.at(-1)}`);
    expect(guessed.statusCode).toBe(404);
  });

  test('an Idempotency-Key repeats the answer and refuses another picture', async () => {
    const headers = { 'idempotency-key': 'picture-1' };
    const first = await upload(api, png(12, 12), { headers });
    const again = await upload(api, png(12, 12), { headers });
    expect([first.status, again.status, again.headers['idempotent-replay']]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
    const another = await upload(api, png(13, 13), { headers });
    expect([another.status, Object.keys(issues(another))]).toEqual([422, ['Idempotency-Key']]);
    expect((await api.rest('GET', '/media')).body.meta.total).toBe(1);
  });
});

describe('a stored picture', () => {
  const stored = async (bytes: Buffer, type = 'image/png') => {
    const { status, body } = await upload(api, bytes, { type });
    expect(status, JSON.stringify(body)).toBe(201);
    return { ...body.data, bytes: (await fetchFile(api, body.data.url)).rawPayload };
  };

  test('loses the location, camera and comment of a photograph, and looks the same', async () => {
    const before = await photograph(200, 100);
    expect(before.includes(SECRET)).toBe(true);
    const after = await stored(before, 'image/jpeg');
    expect([after.bytes.includes(SECRET), after.bytes.includes('Exif'), after.bytes.includes('Telephone')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([after.type, after.width, after.height]).toEqual(['jpeg', 200, 100]);
  });

  test('is upright in every orientation of the camera', async () => {
    const after = await stored(await photograph(200, 100, 6), 'image/jpeg');
    expect([after.width, after.height, after.bytes.includes('Exif')]).toEqual([100, 200, false]);
  });

  test('loses metadata of a WebP too', async () => {
    const before = await webp(50, 40);
    expect(before.includes(SECRET)).toBe(true);
    const after = await stored(before, 'image/webp');
    expect([after.bytes.includes(SECRET), after.type, after.width]).toEqual([false, 'webp', 50]);
  });

  test('is one animation with all its frames', async () => {
    const after = await stored(await animation(60, 30), 'image/gif');
    expect([after.type, after.frames, after.width, after.height, after.variants]).toEqual(['gif', 3, 60, 30, []]);
  });

  test.each([
    [
      'behind a PNG',
      (picture: Buffer) => Buffer.concat([picture, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]),
    ],
    [
      'in a text of a PNG',
      (picture: Buffer) =>
        Buffer.concat([
          picture.subarray(0, 33),
          chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
          picture.subarray(33),
        ]),
    ],
    [
      'in an unknown chunk of a PNG',
      (picture: Buffer) =>
        Buffer.concat([
          picture.subarray(0, 33),
          chunk('prVt', Buffer.from('<script>alert(1)</script>')),
          picture.subarray(33),
        ]),
    ],
  ])('loses data hidden %s', async (_, hide) => {
    const after = await stored(hide(png(17, 17)));
    expect(after.bytes).toEqual(png(17, 17));
  });

  test('loses data hidden behind a JPEG or a GIF', async () => {
    const hidden = Buffer.from('<script>alert(1)</script>');
    for (const [type, picture] of [
      ['image/jpeg', await photograph(20, 20)],
      ['image/gif', await animation(20, 20)],
    ] as const) {
      const after = await stored(Buffer.concat([picture, hidden]), type);
      expect(after.bytes.includes('script')).toBe(false);
    }
  });

  test('has narrower versions if it is wide, each at its own address', async () => {
    const after = await stored(await photograph(1300, 650), 'image/jpeg');
    expect(after.variants.map(({ width, height }: { width: number; height: number }) => [width, height])).toEqual([
      [300, 150],
      [600, 300],
      [1200, 600],
    ]);
    const [small] = after.variants;
    const seen = await fetchFile(api, small.url);
    expect([seen.statusCode, seen.headers['content-type'], seen.rawPayload.length]).toEqual([
      200,
      'image/jpeg',
      small.size,
    ]);
    expect(small.size).toBeLessThan(after.size);
  });
});

describe('a refused upload', () => {
  const SVG = Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 20);
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['text that is named .png', () => Buffer.from('Hello'), /must be a PNG, JPEG, GIF or WebP image\.$/],
    ['SVG', () => SVG, /SVG can contain programs/],
    ['AVIF', () => Buffer.from('\0\0\0\x1cftypavif\0\0\0\0'), /do not show AVIF/],
    ['a PNG that is cut off', () => cut(png(50, 50)), /truncated/],
    ['a JPEG that is cut off', async () => cut(await photograph(50, 50)), /truncated/],
    ['a GIF that is cut off', async () => cut(await animation(50, 50)), /truncated/],
    ['a WebP that is cut off', async () => cut(await webp(50, 50)), /truncated/],
    [
      'a PNG with a wrong checksum',
      () => Buffer.concat([png(5, 5).subarray(0, 45), Buffer.from('X'), png(5, 5).subarray(46)]),
      /damaged/,
    ],
    ['one pixel by 60,000', () => png(1, 60_000), /neither side may have more than 10000/],
    ['60,000 pixels by one', () => png(60_000, 1), /neither side may have more than 10000/],
    [
      'a small file that says it is vast',
      () => png(5, 5, 0, { width: 9_000, height: 9_000 }),
      /more than 40 million pixels/,
    ],
    ['a file that holds less than it says', () => png(5, 5, 0, { width: 500, height: 500 }), /damaged/],
    ['a PNG of no pixels', () => png(5, 5, 0, { width: 0, height: 5 }), /damaged/],
    ['a signature alone', () => png(1, 1).subarray(0, 8), /truncated/],
    ['a JPEG of two markers', () => Buffer.of(0xff, 0xd8, 0xff, 0xd9), /damaged/],
  ])('%s', async (_, bytes, problem) => {
    const { status, body } = await upload(api, await bytes());
    expect([status, Object.keys(body.errors)]).toEqual([422, ['file']]);
    expect(body.message).toMatch(problem);
    expect(await api.db.mediaUpload.count({ where: { teamId: api.teamId } })).toBe(0);
  });

  test('an empty file, by itself or in a form', async () => {
    const bare = await upload(api, Buffer.alloc(0));
    const inForm = await uploadForm(api, Buffer.alloc(0));
    expect([bare.status, inForm.status]).toEqual([422, 422]);
    expect([issues(bare), issues(inForm)]).toEqual([
      { file: ['The file field is empty.'] },
      { file: ['The file field is empty.'] },
    ]);
  });

  test('one byte over 10 MB, while 10 MB are accepted', async () => {
    const most = 10 * 1024 * 1024;
    const fill = (size: number) => Buffer.concat([png(5, 5), Buffer.alloc(size - png(5, 5).length)]);
    expect((await upload(api, fill(most + 1))).status).toBe(413);
    expect((await uploadForm(api, fill(most + 1))).status).toBe(413);
    expect((await upload(api, fill(most))).status).toBe(201);
  });

  test('a content type that is not a picture', async () => {
    for (const type of ['application/pdf', 'text/csv', 'application/json']) {
      expect((await upload(api, png(5, 5), { type })).status).toBe(415);
    }
  });

  test('a read token, an overlong name, and unknown parameters', async () => {
    expect((await upload(api, png(5, 5), { token: api.readToken })).status).toBe(403);
    const long = await upload(api, png(5, 5), { query: `?name=${'x'.repeat(256)}` });
    expect([long.status, Object.keys(issues(long))]).toEqual([422, ['name']]);
    const unknown = await upload(api, png(5, 5), { query: '?title=x' });
    expect([unknown.status, Object.keys(issues(unknown))]).toEqual([422, ['title']]);
  });

  test('the type comes from the content: a JPEG sent as a PNG is stored as a JPEG', async () => {
    const { body } = await upload(api, await photograph(20, 20), { type: 'image/png', query: '?name=a.png' });
    expect([body.data.type, body.data.url.split('.').at(-1)]).toEqual(['jpeg', 'jpg']);
  });
});

describe('the list', () => {
  test('is paged, newest first, and searched by name and alt text', async () => {
    for (const [size, name, alt] of [
      [1, 'Red shoes', ''],
      [2, 'Boots', 'Red boots'],
      [3, 'Hat', ''],
    ] as const) {
      await upload(api, png(size, size), { query: `?name=${encodeURIComponent(name)}&alt=${encodeURIComponent(alt)}` });
    }
    const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);
    expect(names((await api.rest('GET', '/media?per_page=2')).body)).toEqual(['Hat', 'Boots']);
    expect(names((await api.rest('GET', '/media?per_page=2&page=2')).body)).toEqual(['Red shoes']);
    expect(names((await api.rest('GET', '/media?search=red')).body)).toEqual(['Boots', 'Red shoes']);
    const query = `query ($after: String) { mediaFiles(first: 1, after: $after, orderBy: { field: NAME, direction: ASC }) {
      nodes { name } pageInfo { endCursor } totalCount } }`;
    const first = (await api.graphql(query)).body.data.mediaFiles;
    const second = (await api.graphql(query, { after: first.pageInfo.endCursor })).body.data.mediaFiles;
    expect([first.nodes, second.nodes, second.totalCount]).toEqual([[{ name: 'Boots' }], [{ name: 'Hat' }], 3]);
  });

  test('keeps the address when name and alt text change', async () => {
    const { id, url } = (await upload(api, png(7, 7), { query: '?name=Old&alt=Old' })).body.data;
    const changed = await api.rest('PATCH', `/media/${id}`, { name: ' New ', alt: null });
    expect([changed.status, changed.body.data.name, changed.body.data.alt, changed.body.data.url]).toEqual([
      200,
      'New',
      null,
      url,
    ]);
    const bad = await api.rest('PATCH', `/media/${id}`, { name: '', url: 'x' });
    expect([bad.status, Object.keys(issues(bad))]).toEqual([422, ['url']]);
    expect(Object.keys(issues(await api.rest('PATCH', `/media/${id}`, { name: '' })))).toEqual(['name']);
  });

  test("excludes another team's pictures", async () => {
    const other = await openTeam(testApp);
    const { id } = (await upload(api, png(8, 8))).body.data;
    for (const unknown of [id, UNKNOWN_ID, 'x']) {
      expect((await other.rest('GET', `/media/${unknown}`)).status).toBe(404);
      expect((await other.rest('GET', `/media/${unknown}/uses`)).status).toBe(404);
      expect((await other.rest('PATCH', `/media/${unknown}`, { name: 'Mine' })).status).toBe(404);
      expect((await other.rest('DELETE', `/media/${unknown}?force=true`)).status).toBe(404);
      const published = await other.graphql('mutation ($id: ID!) { publishMedia(id: $id) { isNew } }', { id: unknown });
      expect(published.body.errors[0].extensions.code).toBe('NOT_FOUND');
    }
    expect((await api.rest('GET', `/media/${id}`)).status).toBe(200);
  });
});

test('unknown picture addresses are not found', async () => {
  const file = `${'0'.repeat(32)}.png`;
  for (const path of [
    `/media/${'A'.repeat(22)}/${file}`,
    `/media/..%2f..%2fapp-secret/${file}`,
    `/media/${'A'.repeat(22)}/app-secret`,
    '/media/x/..',
  ]) {
    expect((await api.app.inject({ method: 'GET', url: path })).statusCode).toBe(404);
  }
});

test('only the process owner can open the folder', async () => {
  await upload(api, png(19, 19));
  const home = testApp.installation.config.dataDir as string;
  const [folder] = await readdir(join(home, 'media'));
  expect(folder).toMatch(/^[\w-]{22}$/);
  expect((await readdir(join(home, 'media', folder as string))).filter((name) => name.endsWith('.unfinished'))).toEqual(
    [],
  );
});
