import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { SECRET as PLACE, photograph, png } from '../support/pictures.ts';
import { endAll } from '../support/processes.ts';
import { newHome, type Server, startServer, TOKEN } from '../support/server.ts';

let files: string;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  files = await newHome();
});
afterAll(async () => {
  await endAll();
  await Promise.all(databases.map((database) => database.drop()));
  await rm(files, { recursive: true, force: true });
});

const SECRET = 'the secret of an installation with pictures';

async function settings(options: { empty?: boolean } = {}) {
  const database = await createTestDatabase(options);
  databases.push(database);
  return { DATABASE_URL: database.url, DATA_DIR: await mkdtemp(join(files, 'home-')), APP_SECRET: SECRET };
}

const send = (server: Server, bytes: Buffer) =>
  fetch(`${server.url}/api/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  });

const read = async (server: Server, address: string) => {
  const answer = await fetch(server.url + new URL(address).pathname);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

test('a picture uploaded to one process is served by another, and restored from a backup', async () => {
  const env = await settings();
  const one = await startServer({ env });
  const other = await startServer({ env });
  const sent = await send(one, png(40, 40));
  const { url } = (await sent.json()).data;
  expect([sent.status, await read(other, url)]).toEqual([201, { status: 200, bytes: png(40, 40) }]);
  expect((await send(other, png(40, 40))).status).toBe(200);

  const tooLarge = await send(one, Buffer.alloc(12 * 1024 * 1024));
  expect([tooLarge.status, (await tooLarge.json()).message]).toEqual([413, 'The image is larger than 10 MB.']);
  expect((await send(one, png(41, 41))).status).toBe(201); // the connection is not blocked

  const file = join(files, 'media.backup');
  expect((await runHere(['backup', file], env)).stdout).toMatch(/^Wrote \d+ rows/);
  const to = await settings({ empty: true });
  const restored = await runHere(['restore', file], to);
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('2 media)')]);
  const elsewhere = await startServer({ env: to });
  expect(await read(elsewhere, url)).toEqual({ status: 200, bytes: png(40, 40) });
});

test('without sharp, pictures are accepted without narrower versions and keep their orientation', async () => {
  const hook = new URL('../support/without-sharp.mjs', import.meta.url).href;
  const server = await startServer({ env: { ...(await settings()), NODE_OPTIONS: `--import ${hook}` } });
  const wide = (await (await send(server, await photograph(700, 100))).json()).data;
  expect([wide.type, wide.width, wide.variants]).toEqual(['jpeg', 700, []]);
  const turned = (await (await send(server, await photograph(200, 100, 6))).json()).data;
  expect([turned.width, turned.height]).toEqual([100, 200]);
  const { bytes } = await read(server, turned.url);
  expect([bytes.includes('Exif'), bytes.includes(PLACE), bytes.includes('Telephone')]).toEqual([true, false, false]);
  expect((await sharp(bytes).metadata()).orientation).toBe(6);
  expect((await send(server, png(1, 60_000))).status).toBe(422);
});
