import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedbackReport, recordFeedback } from '../../../src/domain/sending/record-feedback.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';

let api: TestApp;
let teams: { team: TestApp; list: string }[];
beforeAll(async () => {
  api = await openTestApp();
  const others = await Promise.all([openTeam(api), openTeam(api), openTeam(api)]);
  teams = await Promise.all([api, ...others].map(async (team) => ({ team, list: await makeList(team) })));
});
afterAll(() => api.close());

test('one set of reports ends subscriptions of several teams, each by its own reports', async () => {
  for (const { team, list } of teams)
    await subscribe(
      team,
      list,
      ['bounced', 'complained', 'both', 'none'].map((name) => ({ email: `${name}@people.test` })),
    );
  const report = (teamId: number, kind: FeedbackReport['kind'], name: string) => ({
    ...{ teamId, kind, named: [`${name}@people.test`], reference: `${teamId} ${kind} ${name}` },
  });
  const ids = teams.map(({ team }) => team.teamId);
  const reports = ids
    .toReversed()
    .flatMap((id) => [
      report(id, 'hard_bounce', 'bounced'),
      report(id, 'complaint', 'complained'),
      report(id, 'hard_bounce', 'both'),
      report(id, 'complaint', 'both'),
    ]);
  reports.push(report(ids[0]!, 'hard_bounce', 'none'));
  expect(await recordFeedback(api.installation.connection.db, reports)).toBe(reports.length);
  const found = await Promise.all(
    teams.map(async ({ team, list }) => {
      const statusOf = async (name: string) => (await readSubscriber(team, list, `${name}@people.test`)).status;
      const { data } = (await team.rest('GET', '/suppressions')).body;
      const reasons = data.map(({ email, reason }: { email: string; reason: string }) => `${email} ${reason}`);
      return [await Promise.all(['bounced', 'complained', 'both', 'none'].map(statusOf)), reasons.sort()];
    }),
  );
  const suppressed = [
    'both@people.test complaint',
    'bounced@people.test hard_bounce',
    'complained@people.test complaint',
  ];
  const [first, ...others] = found;
  expect(first).toEqual([
    ['bounced', 'complained', 'complained', 'bounced'],
    [...suppressed, 'none@people.test hard_bounce'],
  ]);
  for (const other of others)
    expect(other).toEqual([['bounced', 'complained', 'complained', 'subscribed'], suppressed]);
});
