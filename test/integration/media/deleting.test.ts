import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeFolders } from '../../../src/domain/media/remove-folders.ts';
import { removeMedia } from '../../../src/jobs/due-work.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { photograph, png } from '../../support/pictures.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';
import { fetchFile, upload } from '../../support/upload.ts';

let testApp: TestApp;
let api: TestApp;
let url: string;
let id: string;
beforeAll(async () => {
  testApp = await openTestApp({}, { simulatedClock: true });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
  ({ id, url } = (await upload(api, png(11, 11))).body.data);
});

const folders = () => readdir(join(testApp.installation.config.dataDir as string, 'media'));
const usesOf = async () => (await api.rest('GET', `/media/${id}/uses`)).body.data;
const template = (name: string, more: object = {}) =>
  api.rest('POST', '/templates', { name, editor: 'html', content: `<img src="${url}">`, subject: 'Hello', ...more });

describe('the uses of a picture', () => {
  test('exclude content without the picture', async () => {
    await template('Other', { content: '<p>No picture</p>' });
    expect(await usesOf()).toEqual({ total: 0, uses: [] });
  });

  test('include templates by content, translations and styles', async () => {
    await template('Content');
    await template('Translation', { content: 'x', locale_variants: { de: { content: `<img src="${url}">` } } });
    await template('Style', { content: 'x', styles: `body { background: url(${url}) }` });
    const { total, uses } = await usesOf();
    expect([total, uses.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)]).toEqual([
      3,
      ['template Style', 'template Translation', 'template Content'],
    ]);
  });

  test('include templates that show a narrower version', async () => {
    const wide = (await upload(api, await photograph(700, 100), { type: 'image/jpeg' })).body.data;
    await template('Narrow', { content: `<img src="${wide.variants[0].url}">` });
    expect((await api.rest('GET', `/media/${wide.id}/uses`)).body.data.total).toBe(1);
  });

  test.each([
    ['as JSON', (url: string) => url.replaceAll('/', '\\/')],
    ['within another address', (url: string) => `https://cdn.test/?of=${encodeURIComponent(url)}`],
    ['with a query', (url: string) => `${url}?v=2`],
    ['without its host', (url: string) => new URL(url).pathname],
  ])('include addresses written %s', async (_, written) => {
    await template('Written', { content: `<p>${written(url)}</p>` });
    await template('Other folder', { content: url.replace(/media\/.{22}/, `media/${'x'.repeat(22)}`) });
    expect((await usesOf()).uses.map(({ name }: { name: string }) => name)).toEqual(['Written']);
  });

  test('include campaigns sent with it, even after the template changed', async () => {
    await api.rest('PATCH', '/team', { postal_address: 'Street 1, Town' });
    const list = await makeList(api);
    const { id: of } = (await template('News')).body.data;
    const campaign = (await api.rest('POST', '/campaigns', { name: 'Spring', list, template: 'News' })).body.data;
    expect((await usesOf()).total).toBe(1);
    expect((await api.rest('POST', `/campaigns/${campaign.id}/send`)).status).toBe(200);
    await api.rest('PUT', `/templates/${of}`, { content: 'Nothing to see' });
    expect(await usesOf()).toEqual({ total: 1, uses: [{ kind: 'campaign', id: campaign.id, name: 'Spring' }] });
  });

  test("include the team's brand", async () => {
    expect((await api.rest('PATCH', '/team', { brand: { logo_url: url } })).status).toBe(200);
    expect((await usesOf()).uses).toEqual([{ kind: 'brand', id: null, name: 'Brand of the team' }]);
  });

  test("exclude another team's templates", async () => {
    const other = await openTeam(testApp);
    await other.rest('POST', '/templates', { name: 'Copied', editor: 'html', content: `<img src="${url}">` });
    expect((await usesOf()).total).toBe(0);
  });

  // The plan of a cluster is that of its machines.
  test.skipIf(process.env.CITUS_URL)(
    'come from indexes, not from the content of all templates and campaigns',
    async () => {
      await template('Content');
      const list = await makeList(api);
      await api.rest('POST', '/campaigns', { name: 'Spring', list, template: 'Content' });
      for (const table of ['templates', 'campaigns']) {
        const other = "jsonb_build_object('id', uuid_v7(), 'name', 'Copy ' || number, 'content', '{}')";
        const copies = `select (jsonb_populate_record(t, ${other})).* from ${table} t, generate_series(1, 500) number
        where t.team_id = ${api.teamId}`;
        await statement(testApp.databaseUrl, `insert into ${table} ${copies}; analyze ${table}`);
      }
      const [asked] = (await api.statements(usesOf)).filter((text) => text.includes('from templates t'));
      const plan = await statement(testApp.databaseUrl, `explain (generic_plan) ${asked}`);
      const indexes = plan.flatMap((row) => /on (\w+_media_folders_idx)/.exec(String(row['QUERY PLAN']))?.[1] ?? []);
      expect([...new Set(indexes)].sort()).toEqual(['campaigns_media_folders_idx', 'templates_media_folders_idx']);
    },
  );

  test('belong to each picture of a page, in one statement for all', async () => {
    await template('Content');
    const query = '{ mediaFiles { nodes { id uses { total uses { kind name } } } } }';
    const read = () => api.graphql(query);
    const { nodes } = (await read()).body.data.mediaFiles;
    const own = nodes.find((one: { id: string }) => one.id === id);
    expect(own.uses.total).toBe((await usesOf()).total);
    expect(own.uses.uses).toContainEqual({ kind: 'TEMPLATE', name: 'Content' });
    const statements = await api.statements(read);
    expect(statements.filter((text) => text.includes('from templates t'))).toHaveLength(1);
  });

  test('cost one statement besides the row', async () => {
    await template('Content');
    const statements = await api.statements(usesOf);
    expect(statements.filter((text) => text.includes('from templates t'))).toHaveLength(1);
    expect(statements.length).toBeLessThanOrEqual(2);
  });
});

describe('deleting', () => {
  test('is refused while the picture is used, with its uses, unless forced', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await template(name);
    const refused = await api.rest('DELETE', `/media/${id}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The image is used by the template "G", the template "F", the template "E", the template "D", the template "C" and 2 more. To delete it anyway, set force.',
    ]);
    const query =
      'mutation ($id: ID!, $force: Boolean) { deleteMedia(input: { id: $id, force: $force }) { deletedId } }';
    expect((await api.graphql(query, { id })).body.errors[0].extensions).toEqual({
      code: 'CONFLICT',
      reason: 'IN_USE',
    });
    expect((await fetchFile(api, url)).statusCode).toBe(200);
    expect((await api.rest('DELETE', `/media/${id}?force=perhaps`)).status).toBe(422);
    expect((await api.rest('DELETE', `/media/${id}?force=true`)).status).toBe(204);
    expect((await api.rest('GET', `/media/${id}`)).status).toBe(404);
    expect((await api.rest('DELETE', `/media/${id}`)).status).toBe(404);
  });

  test('removes the files soon, and the same picture can be uploaded again at another address', async () => {
    expect((await api.rest('DELETE', `/media/${id}`)).status).toBe(204);
    const again = (await upload(api, png(11, 11))).body.data;
    expect(again.url).not.toBe(url);
    await removeFolders(api.installation.media);
    expect((await fetchFile(api, url)).statusCode).toBe(404);
    expect((await fetchFile(api, again.url)).statusCode).toBe(200);
    expect(await api.db.mediaUpload.count({ where: { teamId: api.teamId } })).toBe(0);
  });

  test('the job removes only the files of deleted pictures', async () => {
    const other = (await upload(api, png(13, 13))).body.data;
    const unused = (await upload(api, png(12, 12))).body.data;
    await template('Shop');
    expect((await api.rest('DELETE', `/media/${id}`)).status).toBe(409);
    expect((await api.rest('DELETE', `/media/${unused.id}`)).status).toBe(204);
    const gone = async (address: string) => (await fetchFile(api, address)).statusCode === 404;
    const job = () => removeMedia(testApp.installation.media, testApp.installation.log);
    const first = job();
    await until(() => gone(unused.url));
    await first();
    expect([await gone(url), await gone(other.url)]).toEqual([false, false]);

    expect((await api.rest('DELETE', `/media/${id}?force=true`)).status).toBe(204);
    const second = job();
    await until(() => gone(url));
    await second();
    expect([await gone(other.url), await api.db.mediaUpload.count({ where: { teamId: api.teamId } })]).toEqual([
      false,
      0,
    ]);
    expect((await api.rest('GET', '/media')).body.data.map((one: { id: string }) => one.id)).toEqual([other.id]);
  });

  test('a read token deletes nothing', async () => {
    expect((await api.rest('DELETE', `/media/${id}`, undefined, { token: api.readToken })).status).toBe(403);
    expect((await api.rest('GET', `/media/${id}`)).status).toBe(200);
  });
});

test('files of an incomplete upload are removed after a day, and files of media never', async () => {
  const query = 'mutation ($file: String!) { receiveMedia(input: { file: $file }) { uploadId } }';
  const file = png(21, 21).toString('base64');
  const received = (await api.graphql(query, { file })).body.data.receiveMedia.uploadId;
  await removeFolders(api.installation.media);
  const before = await folders();
  const tomorrow = new Date(Date.now() + 25 * 3_600_000);
  await clockOf(testApp).set(tomorrow);
  await removeFolders(api.installation.media);
  expect(before.length - (await folders()).length).toBe(1);
  expect((await fetchFile(api, url)).statusCode).toBe(200);
  const publish = 'mutation ($id: ID!) { publishMedia(id: $id) { isNew } }';
  const late = await api.graphql(publish, { id: received });
  expect(late.body.errors[0].extensions.code).toBe('NOT_FOUND');
});

test('publishing a picture twice makes one, and a published picture cannot be discarded', async () => {
  const file = png(22, 22).toString('base64');
  const { uploadId: id } = (
    await api.graphql('mutation ($file: String!) { receiveMedia(input: { file: $file }) { uploadId } }', { file })
  ).body.data.receiveMedia;
  const publish = 'mutation ($id: ID!) { publishMedia(id: $id) { isNew media { id url } } }';
  const [first, second] = [await api.graphql(publish, { id }), await api.graphql(publish, { id })];
  expect([first, second].map(({ body }) => body.data.publishMedia.isNew)).toEqual([true, false]);
  await api.graphql('mutation ($id: ID!) { discardMedia(id: $id) { deletedId } }', { id });
  await removeFolders(api.installation.media);
  expect((await fetchFile(api, first.body.data.publishMedia.media.url)).statusCode).toBe(200);
});
