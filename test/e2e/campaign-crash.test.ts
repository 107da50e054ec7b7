import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../support/app.ts';
import { makeList, subscribeMany } from '../support/audience.ts';
import { expireLeases, makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../support/campaigns.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { endAll, launch } from '../support/processes.ts';
import { newHome } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Of each campaign. */
const PEOPLE = 400;
/** The most connections, and so messages in transit. */
const IN_FLIGHT = 5;

let smtp: MailServer;
/** Enqueues campaigns without sending them. */
let api: TestApp;
beforeAll(async () => {
  [smtp, api] = await Promise.all([startMailServer(), openTestAppWithJobs()]);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await endAll();
  await smtp.close();
  await api.close();
});

test('kill -9 during campaigns skips no recipient, and reports or repeats undecided messages, as configured', async () => {
  const campaigns = [await enqueue(false), await enqueue(true)];
  const arrivedOf = ({ domain }: Enqueued) =>
    smtp.received
      .filter(({ envelope }) => envelope.to[0]!.endsWith(`@${domain}`))
      .map(({ mail, envelope }) => ({ id: mail.messageId, to: envelope.to[0] }));
  // They share the sending capacity. From here on none of their messages completes.
  const answerAll = smtp.holdAnswers(() => campaigns.every((campaign) => arrivedOf(campaign).length >= 25));
  const mailUrl = `${smtp.url}?pool=${IN_FLIGHT}`;
  const env = { DATABASE_URL: api.databaseUrl, DATA_DIR: await newHome(), MAIL_URL: mailUrl };
  const worker = launch(['work'], env);
  await until(() => smtp.unanswered === IN_FLIGHT);
  expect(await worker.end('SIGKILL')).toBe(null);
  await expireLeases(api);
  for (const campaign of campaigns) expect(arrivedOf(campaign).length).toBeLessThan(PEOPLE); // it was in the middle
  answerAll();

  launch(['work'], env);
  let undecided = 0;
  for (const campaign of campaigns) {
    const { status, recipients_count, sent_count, unknown_count } = await untilEnded(api, campaign.id);
    const arrivals = arrivedOf(campaign);
    const people = new Set(arrivals.map(({ to }) => to));
    expect([status, recipients_count, sent_count + unknown_count]).toEqual(['sent', PEOPLE, PEOPLE]);
    expect(people.size).toBe(PEOPLE);
    expect(new Set(arrivals.map(({ id }) => id)).size).toBe(people.size);
    const repeated = arrivals.length - people.size;
    if (campaign.repeat) expect(unknown_count).toBe(0);
    else expect(repeated).toBe(0);
    undecided += unknown_count + repeated;
  }
  expect(undecided).toBe(IN_FLIGHT);
});

interface Enqueued {
  id: string;
  /** Whether it repeats undecided messages. */
  repeat: boolean;
  /** The domain of its people. */
  domain: string;
}

/** A campaign with waiting messages to people on a new list. */
async function enqueue(repeat: boolean): Promise<Enqueued> {
  const domain = repeat ? 'twice.test' : 'once.test';
  const list = await makeList(api);
  const rows = Array.from({ length: PEOPLE }, (_, n) => ({ email: `p${n}@${domain}` }));
  await subscribeMany(api, list, rows);
  const id = await makeCampaign(api, list, { repeat_unknown: repeat });
  await api.rest('POST', `/campaigns/${id}/send`);
  await until(async () => (await readCampaign(api, id)).recipients_count === PEOPLE);
  return { id, repeat, domain };
}
