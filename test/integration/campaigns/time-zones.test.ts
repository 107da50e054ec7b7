import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';

/** Both sides of the date line, half and quarter hours, and zones that change their clocks and that do not. */
const ZONES = [
  ...['Pacific/Kiritimati', 'Pacific/Apia', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Fiji', 'Australia/Sydney'],
  ...['Australia/Lord_Howe', 'Australia/Adelaide', 'Asia/Tokyo', 'Asia/Shanghai', 'Asia/Kathmandu', 'Asia/Kolkata'],
  ...['Asia/Tehran', 'Asia/Dubai', 'Europe/Moscow', 'Africa/Cairo', 'Europe/Berlin', 'Africa/Lagos', 'Europe/London'],
  ...['Europe/Lisbon', 'UTC', 'Atlantic/Azores', 'America/Sao_Paulo', 'America/St_Johns', 'America/New_York'],
  ...['America/Chicago', 'America/Phoenix', 'America/Los_Angeles', 'Pacific/Honolulu', 'Pacific/Pago_Pago'],
];

const HOUR_MS = 3_600_000;

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  await clockOf(api).set('2027-01-05T00:00:00Z');
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
  await api.rest('PATCH', '/team', { timezone: 'America/Bogota' });
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

beforeEach(() => {
  inbox.server.received.length = 0;
});

/** The time on a wall clock: 2027-03-28 09:30. */
const wallClock = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

const addressIn = (zone: string) => `${zone.toLowerCase().replace(/\W/g, '-')}@people.test`;

/** The people with mail at the server, in order. */
const reached = () => inbox.server.received.flatMap(({ envelope }) => envelope.to).sort();

/** The first quarter of an hour at which a clock on the wall shows the time; an hour later where none ever does. */
function firstShown(zone: string, day: string, time: string): number {
  const utc = new Date(`${day}T${time}:00Z`).getTime();
  const quarters = Array.from({ length: 120 }, (_, index) => utc + (index / 4 - 15) * HOUR_MS);
  const shows = (wanted: string) => quarters.find((at) => wallClock(zone, new Date(at)) === wanted);
  const later = new Date(utc + HOUR_MS).toISOString().slice(11, 16);
  return shows(`${day} ${time}`) ?? shows(`${day} ${later}`) ?? expect.fail(zone);
}

/** On the other days, zones whose clocks change that day, between two whose clocks do not. */
const EUROPE = [
  'Asia/Tokyo',
  'Europe/Moscow',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Lisbon',
  'Atlantic/Azores',
  'UTC',
];
const AMERICA = [
  'UTC',
  'America/St_Johns',
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'Pacific/Honolulu',
];

interface Person {
  email: string;
  timezone?: string;
  /** When a clock on their wall first shows the scheduled time. */
  due: number;
}

/** Schedules a campaign at a local time for a person in each zone, and one without a zone. */
async function schedule(day: string, time: string, zones: string[]): Promise<{ id: string; people: Person[] }> {
  const list = await makeList(api);
  const people: Person[] = [
    ...zones.map((timezone) => ({ timezone, email: addressIn(timezone), due: firstShown(timezone, day, time) })),
    { email: 'nowhere@people.test', due: firstShown('America/Bogota', day, time) },
  ];
  await subscribe(
    api,
    list,
    people.map(({ due, ...row }) => row),
  );
  const id = await makeCampaign(api, list);
  await clockOf(api).set(new Date(Math.min(...people.map(({ due }) => due)) - 2 * HOUR_MS));
  const { body } = await api.rest('POST', `/campaigns/${id}/schedule`, { at: `${day}T${time}`, timezone: 'recipient' });
  expect(body.data).toMatchObject({
    status: 'scheduled',
    schedule: { at: `${day}T${time}:00`, timezone: 'recipient' },
  });
  return { id, people };
}

/** Sets the clock to a moment and waits for all messages due by then. No others may arrive. */
async function expectReached(people: readonly Person[], now: number): Promise<void> {
  await clockOf(api).set(new Date(now));
  const expected = people.filter(({ due }) => due <= now).map(({ email }) => email);
  await until(() => reached().length >= expected.length);
  expect(reached(), `at ${new Date(now).toISOString()}`).toEqual(expected.sort());
}

test('everybody gets it at the same time of their own day: the night the clocks of Europe go forward', async () => {
  const { id, people } = await schedule('2027-03-28', '02:30', ZONES);
  const moments = [...new Set(people.map(({ due }) => due))].sort((a, b) => a - b);
  for (const now of moments) await expectReached(people, now);
  await until(async () => (await readCampaign(api, id)).status === 'sent');
  expect(reached()).toHaveLength(people.length);
});

test.each([
  ['the night the clocks of Europe go back', '2027-10-31', '02:30', EUROPE],
  ['the day the clocks of America go forward', '2027-03-14', '09:00', AMERICA],
])('everybody is due at the same time of their own day: %s', async (_, day, time, zones) => {
  const { id, people } = await schedule(day, time, zones);
  const first = Math.min(...people.map(({ due }) => due));
  await expectReached(people, first);
  const rows = await api.db.$queryRaw`
    select s.email, m.due_at as "dueAt" from messages m join subscribers s using (team_id, person_key)
    where m.campaign_id = ${id}::uuid and m.state = 'queued' and s.list_id = (select list_id from campaigns where id = ${id}::uuid)`;
  const waiting = (rows as { email: string; dueAt: Date }[]).map(({ email, dueAt }) => [email, dueAt.toISOString()]);
  const later = people.filter(({ due }) => due > first);
  expect(waiting.sort()).toEqual(later.map(({ email, due }) => [email, new Date(due).toISOString()]).sort());
  expect((await api.rest('POST', `/campaigns/${id}/cancel`)).status).toBe(200);
});

test('people whose time zone is unknown to the database get it at the team’s time, and the check says so', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [
    { email: 'lost@people.test' },
    { email: 'near@people.test', timezone: 'America/Bogota' },
  ]);
  await api.db.subscriber.updateMany({ where: { email: 'lost@people.test' }, data: { timezone: 'Mars/Olympus' } });
  const id = await makeCampaign(api, list);
  expect((await api.rest('POST', `/campaigns/${id}/check`)).body.data.warnings).toContainEqual({
    path: 'timezone',
    message: "The time zone of lost@people.test is unknown (Mars/Olympus). The team's time zone is used instead.",
  });
  await clockOf(api).set('2027-06-01T12:00:00Z');
  await api.rest('POST', `/campaigns/${id}/schedule`, { at: '2027-06-01T09:00', timezone: 'recipient' });
  await clockOf(api).set('2027-06-01T14:00:00Z');
  await until(async () => (await readCampaign(api, id)).status === 'sent');
  expect(reached()).toEqual(['lost@people.test', 'near@people.test']);
});
