import { beforeAll, expect, test } from 'vitest';
import { runHere } from '../support/command-line.ts';
import { openSharedTeam, type SharedTeam } from '../support/shared-server.ts';
import { subscribeBySse, subscribeByWs } from '../support/status-streams.ts';
import { until } from '../support/until.ts';

/** Less than the time for which a process caches a token without a notice. */
const AT_MOST_SECONDS = 9;

let team: SharedTeam;
beforeAll(async () => {
  team = await openSharedTeam();
});

/** In another process than the server's. */
const command = (...args: string[]) => runHere(args, { DATABASE_URL: team.databaseUrl });

test('a revoked token is refused by the running server, and its live subscriptions end', async () => {
  const { stdout } = await command('token', 'create', '--team', team.id, '--name', 'Live', '--ability', 'read');
  const token = stdout.trim();
  const its = [await subscribeBySse(team, { token }), await subscribeByWs(team, { token })];
  const others = [await subscribeBySse(team), await subscribeByWs(team)];
  expect((await team.rest('GET', '/lists', undefined, token)).status).toBe(200);
  expect((await command('token', 'revoke', token)).code).toBe(0);
  const answered = async () => (await team.rest('GET', '/lists', undefined, token)).status;
  await until(async () => (await answered()) === 401, AT_MOST_SECONDS);
  for (const subscriber of its) await until(() => subscriber.ended);
  expect(others.map(({ ended }) => ended)).toEqual([undefined, undefined]);
  for (const other of others) other.close();
  expect((await subscribeBySse(team, { token })).ended).toBeDefined();
  expect((await subscribeByWs(team, { token })).ended).toBeDefined();
});

test('a suspended team is locked out, its live subscriptions end, and it can be resumed', async () => {
  const guests = await openSharedTeam();
  const its = [await subscribeBySse(guests), await subscribeByWs(guests)];
  const other = await subscribeBySse(team);
  const status = async () => (await guests.rest('GET', '/lists')).status;
  expect(await status()).toBe(200);
  expect((await command('team', 'suspend', '--team', guests.id)).code).toBe(0);
  await until(async () => (await status()) === 403, AT_MOST_SECONDS);
  for (const subscriber of its) await until(() => subscriber.ended);
  expect(other.ended).toBeUndefined();
  other.close();
  expect((await subscribeBySse(guests)).ended).toBeDefined();
  expect((await command('team', 'resume', '--team', guests.id)).code).toBe(0);
  await until(async () => (await status()) === 200, AT_MOST_SECONDS);
  const back = await subscribeByWs(guests);
  expect(back.ended).toBeUndefined();
  back.close();
});
