import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { photograph, png, SECRET } from '../../support/pictures.ts';
import { look, upload } from '../../support/upload.ts';

// As on a machine for which there is no binary of the library. The pictures of the test are made before it is gone.
const [wide, onItsSide] = await Promise.all([photograph(700, 100), photograph(200, 100, 6)]);
vi.doMock('sharp', () => {
  throw new Error('Could not load the "sharp" module');
});
vi.resetModules();

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test('pictures are taken without narrower versions', async () => {
  const { status, body } = await upload(api, wide, { type: 'image/jpeg' });
  expect([status, body.data.width, body.data.variants]).toEqual([201, 700, []]);
  expect((await look(api, body.data.url)).rawPayload.includes(SECRET)).toBe(false);
});

test('a photograph keeps how it is turned, and nothing else of what the camera wrote', async () => {
  const { body } = await upload(api, onItsSide, { type: 'image/jpeg' });
  expect([body.data.width, body.data.height]).toEqual([100, 200]);
  const { rawPayload } = await look(api, body.data.url);
  expect([rawPayload.includes('Exif'), rawPayload.includes(SECRET), rawPayload.includes('Telephone')]).toEqual([
    true,
    false,
    false,
  ]);
  const { default: sharp } = await vi.importActual<typeof import('sharp')>('sharp');
  expect((await sharp(rawPayload).metadata()).orientation).toBe(6);
});

test('what is no picture is refused all the same', async () => {
  expect((await upload(api, png(1, 60_000))).status).toBe(422);
  expect((await upload(api, Buffer.from('Hello'))).status).toBe(422);
});
