import { afterEach, beforeEach, expect, test } from 'vitest';
import { SetupError } from '../../../src/config.ts';
import { removeFolders } from '../../../src/domain/media/remove-folders.ts';
import { removeMedia } from '../../../src/jobs/due-work.ts';
import { readMediaUrl } from '../../../src/storage/media-url.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { type BucketServer, openBucketServer } from '../../support/bucket-server.ts';
import { photograph, png } from '../../support/pictures.ts';
import { fetchFile, upload } from '../../support/upload.ts';

let bucket: BucketServer;
let api: TestApp;
beforeEach(async () => {
  bucket = await openBucketServer();
  api = await openTestApp({ mediaUrl: bucket.url });
});
afterEach(async () => {
  await api.close();
  await bucket.close();
});

test('a picture is kept in the bucket, read from there, and removed', async () => {
  const { status, body } = await upload(api, await photograph(700, 300), { type: 'image/jpeg' });
  expect(status).toBe(201);
  const { id, url, variants } = body.data;
  const keys = [url, ...variants.map((variant: { url: string }) => variant.url)].map(
    (address) => `shop/${new URL(address).pathname.slice('/media/'.length)}`,
  );
  expect([...bucket.objects.keys()].sort()).toEqual(keys.sort());
  expect(new Set([...bucket.objects.values()].map(({ type }) => type))).toEqual(new Set(['image/jpeg']));
  const seen = await fetchFile(api, url);
  expect([seen.statusCode, seen.rawPayload]).toEqual([
    200,
    bucket.objects.get(`shop/${new URL(url).pathname.slice('/media/'.length)}`)?.bytes,
  ]);
  expect((await api.rest('DELETE', `/media/${id}`)).status).toBe(204);
  expect(await removeFolders(api.installation.media)).toBe(1);
  expect([bucket.objects.size, (await fetchFile(api, url)).statusCode]).toEqual([0, 404]);
});

test('the job removes files once the bucket answers again', async () => {
  const { id } = (await upload(api, png(5, 5))).body.data;
  const { media, log } = api.installation;
  expect((await api.rest('DELETE', `/media/${id}`)).status).toBe(204);
  bucket.failing = 403;
  await removeMedia(media, log)(); // one round
  expect([bucket.objects.size, await api.db.mediaUpload.count()]).toEqual([1, 1]);
  bucket.failing = undefined;
  await removeMedia(media, log)();
  expect([bucket.objects.size, await api.db.mediaUpload.count()]).toEqual([0, 0]);
});

test('an upload to a failing bucket stores nothing, and the picture can be uploaded again', async () => {
  bucket.failing = 403;
  const failed = await api.app.inject({
    method: 'POST',
    url: '/v1/media',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'image/png' },
    payload: png(5, 5),
  });
  expect([failed.statusCode, failed.headers['retry-after']]).toEqual([503, expect.any(String)]);
  expect(failed.payload).not.toMatch(/OURKEY|secret/);
  expect((await api.rest('GET', '/media')).body.meta.total).toBe(0);
  bucket.failing = undefined;
  const again = await upload(api, png(5, 5));
  expect(again.status).toBe(201);
  bucket.failing = 403;
  expect((await fetchFile(api, again.body.data.url)).statusCode).toBe(503);
  bucket.failing = undefined;
  expect((await fetchFile(api, again.body.data.url)).statusCode).toBe(200);
});

test('a wrong secret is refused by the bucket', async () => {
  const wrong = await openTestApp({ mediaUrl: bucket.url.replace('secret', 'guess') });
  const failed = await wrong.app.inject({
    method: 'POST',
    url: '/v1/media',
    headers: { authorization: `Bearer ${wrong.token}`, 'content-type': 'image/png' },
    payload: png(5, 5),
  });
  expect([failed.statusCode, bucket.objects.size]).toEqual([503, 0]);
  await wrong.close();
});

test('MEDIA_URL contains bucket, prefix, region, endpoint and key', () => {
  expect(readMediaUrl('s3://KEY:a%2Fb@shop-media/a/b/?region=eu-west-1')).toEqual({
    ...{ bucket: 'shop-media', prefix: 'a/b/', region: 'eu-west-1', pathStyle: false },
    credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b' },
  });
  expect(readMediaUrl('s3://shop-media?endpoint=https://s3.example&path_style=false')).toEqual({
    ...{ bucket: 'shop-media', prefix: '', region: 'us-east-1', pathStyle: false, endpoint: 'https://s3.example' },
  });
});

test.each([
  'http://127.0.0.1:9000',
  'http://minio:9000',
  'http://10.0.0.7',
  'http://s3.internal',
  'https://s3.example',
])('MEDIA_URL accepts the endpoint %s', (endpoint) => {
  expect(readMediaUrl(`s3://KEY:SECRET@bucket?endpoint=${endpoint}`).endpoint).toBe(endpoint);
});

test.each([
  ['http://bucket', 'must be an address such as'],
  ['s3:///x', 'must be an address such as'],
  ['s3://KEY@bucket', 'both a key and a secret'],
  ['s3://bucket:9000', 'must not have a port'],
  ['s3://bucket?endpoint=ftp://x', 'endpoint that begins with https'],
  ['s3://bucket?path_style=1', 'path_style of true or false'],
  ['s3://bucket?regoin=x', 'unknown setting regoin'],
  ['s3://A:B@bucket?endpoint=http://s3.example', 'endpoint that begins with https://, except in a private network'],
  ['s3://A:B@bucket?endpoint=http://198.51.100.7.example:9000', 'except in a private network'],
  ['s3://A:B@bucket?endpoint=http://8.8.8.8', 'except in a private network'],
  ['s3://bucket?endpoint=http://minio:9000', 'a key and a secret for an endpoint without TLS'],
  ['s3://A_B', 'names no bucket'],
  ['s3://bucket/a%20b', 'may have only letters'],
])('MEDIA_URL %s is refused in one line', (url, problem) => {
  expect(() => readMediaUrl(url)).toThrow(SetupError);
  expect(() => readMediaUrl(url)).toThrow(problem);
});
