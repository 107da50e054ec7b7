import { afterAll, expect, test } from 'vitest';
import { SetupError } from '../../../src/config.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { createLog } from '../../../src/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const log = createLog('silent');
const database = await createTestDatabase();
afterAll(() => database.drop());

test("the user's own PostgreSQL is used unchanged and left running", async () => {
  const opened = await openDatabase({ databaseUrl: database.url }, log);
  expect(opened).toMatchObject({ url: database.url, embedded: false });
  await opened.stop();
  expect(await statement(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.skipIf(process.env.CITUS_URL).each([
  ['a wrong password', { password: 'se%20cret' }],
  ['a database that is not there', { pathname: '/absent' }],
  ['a port where nobody answers', { port: '1' }],
])('%s is one line that does not reveal the password', async (_, wrong) => {
  const url = Object.assign(new URL(database.url), wrong);
  const refusal = await openDatabase({ databaseUrl: url.href }, log).catch((error: Error) => error);
  expect(refusal).toBeInstanceOf(SetupError);
  const { message } = refusal as SetupError;
  expect(message).toMatch(/^DATABASE_URL cannot be used: \S.+$/);
  expect(message).not.toContain(decodeURIComponent(url.password));
});
