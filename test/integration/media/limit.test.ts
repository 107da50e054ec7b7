import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeFolders } from '../../../src/domain/media/remove-folders.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { photograph, png } from '../../support/pictures.ts';
import { upload, uploadForm } from '../../support/upload.ts';

const MB = 1024 * 1024;
/** Pictures of one pixel more each, so that none is the same, of about 400 bytes. */
const picture = (number: number): Buffer => png(20, 20 + number);

let testApp: TestApp;
let api: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ mediaBytesPerTeam: MB });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
});

/** Fills a team up to this many bytes before its limit, without writing them. */
async function leave(bytes: number, of = api): Promise<string> {
  const { body } = await upload(of, png(3, 3), { token: of.token });
  await testApp.db.media.updateMany({ where: { teamId: of.teamId, id: body.data.id }, data: { size: MB - bytes } });
  return body.data.id;
}
const REFUSED = [
  'The file field does not fit. A team can store 1 MB of media; this team has 1 MB. Delete unused media first.',
];
const counted = () => testApp.db.media.count({ where: { teamId: api.teamId } });

test("a picture over the team's limit is refused by every upload method and not stored", async () => {
  await leave(10);
  for (const answer of [await upload(api, picture(1)), await uploadForm(api, picture(2))]) {
    expect([answer.status, answer.body.errors]).toEqual([422, { file: REFUSED }]);
  }
  const query = 'mutation ($file: String!) { uploadMedia(input: { file: $file }) { isNew } }';
  const uploaded = await api.graphql(query, { file: picture(3).toString('base64') });
  expect(JSON.stringify(uploaded)).toMatch(/does not fit. A team can store 1 MB/);
  const receive = 'mutation ($file: String!) { receiveMedia(input: { file: $file }) { uploadId } }';
  expect(JSON.stringify(await api.graphql(receive, { file: picture(4).toString('base64') }))).toMatch(
    /does not fit. A team can store 1 MB/,
  );
  expect(await counted()).toBe(1);
  expect(await testApp.db.mediaUpload.count({ where: { teamId: api.teamId } })).toBe(0);
});

test('simultaneous uploads stay within the limit', async () => {
  const pictures = Array.from({ length: 12 }, (_, number) => picture(number));
  const largest = Math.max(...pictures.map(({ length }) => length));
  await leave(3 * largest);
  const answers = await Promise.all(pictures.map((bytes) => upload(api, bytes)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.filter((status) => status === 201).length).toBe((await counted()) - 1);
  expect([...new Set(statuses)]).toEqual([201, 422]);
  const kept = await testApp.db.media.aggregate({ where: { teamId: api.teamId }, _sum: { size: true } });
  expect(kept._sum.size).toBeLessThanOrEqual(MB);
  expect(kept._sum.size).toBeGreaterThan(MB - largest);
});

test('narrower versions count towards the limit', async () => {
  const bytes = await photograph(1_400, 900);
  const { body } = await upload(api, bytes, { type: 'image/jpeg' });
  const { variants, size } = body.data;
  const versions = variants.reduce((sum: number, variant: { size: number }) => sum + variant.size, 0);
  expect(versions).toBeGreaterThan(1_000);
  await testApp.db.media.updateMany({ where: { teamId: api.teamId }, data: { size: MB - versions } });
  expect([size > 0, (await upload(api, picture(1))).status]).toEqual([true, 422]);
});

test('deleting frees space once the files are removed', async () => {
  const full = await leave(0);
  expect((await api.rest('DELETE', `/media/${full}`)).status).toBe(204);
  expect((await upload(api, picture(1))).status).toBe(422); // else who deletes and uploads in turn would fill the disk
  await removeFolders(testApp.installation.media);
  expect((await upload(api, picture(1))).status).toBe(201);
});

test('a repeated picture does not count again, and another team has its own limit', async () => {
  expect((await upload(api, picture(1))).status).toBe(201);
  await testApp.db.media.updateMany({ where: { teamId: api.teamId }, data: { size: MB } });
  expect((await upload(api, picture(1))).status).toBe(200);
  const other = await openTeam(testApp);
  expect((await upload(other, picture(1))).status).toBe(201);
});

test('MEDIA_LIMIT_MB=0 disables the limit', async () => {
  const open = await openTestApp({ mediaBytesPerTeam: 0 });
  await upload(open, picture(1));
  await open.db.media.updateMany({ data: { size: 2_000_000_000 } });
  expect((await upload(open, picture(2))).status).toBe(201);
  await open.close();
});
