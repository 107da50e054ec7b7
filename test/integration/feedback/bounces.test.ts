import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { readSubscriber } from '../../support/audience.ts';
import { HARD, NOTHING, report, SOFT } from '../../support/bounces.ts';
import {
  BOUNCED,
  BOUNCES,
  type FeedbackApp,
  openFeedbackApp,
  type SentMail,
  SOFT_BOUNCED,
  UNTOUCHED,
} from '../../support/feedback.ts';
import { ask } from '../../support/graphql.ts';
import { receivedAllNotices } from '../../support/received-notices.ts';

let feedbackApp: FeedbackApp;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
});
afterAll(() => feedbackApp.close());

const failed = (mail: SentMail, to = mail.to, status = '5.1.1') =>
  report(
    mail,
    `Final-Recipient: rfc822; ${to}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; 550 ${status} No such user\n`,
  );

describe('a hard bounce suppresses, and ends the subscriptions', () => {
  test.each(HARD)('%s', async (_name, sample) => {
    const mail = await feedbackApp.sendTo();
    expect(await feedbackApp.sendToListener(mail.returnPath, sample(mail))).toBe(250);
    expect(await feedbackApp.stateOf(mail)).toEqual(BOUNCED);
  });

  test('and the mail stays sent, with the reason in its timeline, in both interfaces', async () => {
    const mail = await feedbackApp.sendTo();
    await feedbackApp.sendToListener(mail.returnPath, failed(mail));
    const { transactionalMail } = await ask(
      feedbackApp.api,
      `{ transactionalMail(id: "${mail.id}") { status failureReason timeline { type ... on MessageOutcome { reason } } } }`,
    );
    expect(transactionalMail).toEqual({
      status: 'SENT',
      failureReason: null,
      timeline: [
        { type: 'QUEUED' },
        { type: 'SENT', reason: null },
        { type: 'BOUNCED', reason: '5.1.1 550 5.1.1 No such user' },
      ],
    });
    const { body } = await feedbackApp.api.rest('GET', `/transactional-mails/${mail.id}/timeline`);
    expect(body.data[2]).toMatchObject({ type: 'bounced', reason: '5.1.1 550 5.1.1 No such user' });
  });

  test('and an entry of the timeline that a newer version wrote is UNKNOWN', async () => {
    const mail = await feedbackApp.sendTo();
    await feedbackApp.api.db.$executeRaw`alter type "AttemptOutcome" add value 'greylisted'`;
    await feedbackApp.api.db.$executeRaw`insert into attempts (team_id, message_id, outcome, at)
      values (${feedbackApp.api.teamId}, ${mail.id}::uuid, 'greylisted', now())`;
    const query = `{ transactionalMail(id: "${mail.id}") { timeline { __typename type } } }`;
    const { transactionalMail } = await ask(feedbackApp.api, query);
    expect(transactionalMail.timeline).toContainEqual({ __typename: 'UnknownTimelineEntry', type: 'UNKNOWN' });
  });

  test('and the next mail to the address fails as suppressed', async () => {
    const mail = await feedbackApp.sendTo();
    await feedbackApp.sendToListener(mail.returnPath, failed(mail));
    const { body } = await feedbackApp.api.rest('POST', '/transactional-mails', {
      template: 'T',
      from: 'a@shop.test',
      to: [mail.to],
    });
    await expect
      .poll(
        async () =>
          (await feedbackApp.api.rest('GET', `/transactional-mails/${body.data.id}`)).body.data.failure_reason,
        { timeout: 180_000 },
      )
      .toBe('The recipient is suppressed.');
  });

  test('a repeated or reworded report counts once, and does not affect a resubscribed person', async () => {
    const mail = await feedbackApp.sendTo();
    await Promise.all([1, 2, 3].map(() => feedbackApp.sendToListener(mail.returnPath, failed(mail))));
    await feedbackApp.sendToListener(mail.returnPath, failed(mail, mail.to, '5.2.1'));
    expect(await feedbackApp.stateOf(mail)).toEqual(BOUNCED);
    const [{ id }] = (await feedbackApp.api.rest('GET', `/suppressions?email=${mail.to}`)).body.data;
    await feedbackApp.api.rest('DELETE', `/suppressions/${id}`);
    await feedbackApp.api.rest('POST', `/lists/${feedbackApp.list}/subscribers`, { email: mail.to, resubscribe: true });
    await feedbackApp.sendToListener(mail.returnPath, failed(mail));
    expect(await feedbackApp.stateOf(mail)).toEqual({ ...UNTOUCHED, timeline: ['bounced'] });
  });

  test('in capitals, as some servers turn addresses', async () => {
    const mail = await feedbackApp.sendTo();
    const [local, domain] = mail.returnPath.split('@');
    for (const address of [`${local!.toUpperCase()}@${domain}`, mail.returnPath.toUpperCase()]) {
      expect(await feedbackApp.sendToListener(address, failed(mail, mail.to.toUpperCase()))).toBe(250);
    }
    expect(await feedbackApp.stateOf(mail)).toEqual(BOUNCED);
  });

  test('of an unconfirmed subscriber too, but not of an unsubscribed one', async () => {
    const [waiting, gone] = [await feedbackApp.sendTo(), await feedbackApp.sendTo()];
    await feedbackApp.api.db.subscriber.updateMany({ where: { email: waiting.to }, data: { status: 'unconfirmed' } });
    const { id } = await readSubscriber(feedbackApp.api, feedbackApp.list, gone.to);
    await feedbackApp.api.rest('POST', `/subscribers/${id}/unsubscribe`);
    for (const mail of [waiting, gone]) await feedbackApp.sendToListener(mail.returnPath, failed(mail));
    expect((await feedbackApp.stateOf(waiting)).status).toBe('bounced');
    expect(await feedbackApp.stateOf(gone)).toEqual({ ...BOUNCED, status: 'unsubscribed' });
  });
});

test('a terse report counts as a bounce only with an empty envelope sender', async () => {
  const words = (mail: SentMail) =>
    `From: <>\nTo: x@y.test\n\nYou wrote to ${mail.to}, who is not a valid user here.\n`;
  const [sent, answered] = [await feedbackApp.sendTo(), await feedbackApp.sendTo()];
  await feedbackApp.sendToListener(sent.returnPath, words(sent));
  await feedbackApp.sendToListener(answered.returnPath, words(answered), 'ann@people.test');
  expect(await feedbackApp.stateOf(sent)).toEqual(BOUNCED);
  expect(await feedbackApp.stateOf(answered)).toEqual(UNTOUCHED);
});

test('subscribers of the list get the bounced status', async () => {
  const mail = await feedbackApp.sendTo();
  const { id } = await readSubscriber(feedbackApp.api, feedbackApp.list, mail.to);
  await receivedAllNotices(feedbackApp.api);
  const announced: string[] = [];
  const silence = feedbackApp.api.installation.pubsub.on(
    'subscriber.changed',
    ({ ids }) => void announced.push(...ids),
  );
  await feedbackApp.sendToListener(mail.returnPath, failed(mail));
  await receivedAllNotices(feedbackApp.api);
  expect(announced).toEqual([id]);
  await feedbackApp.sendToListener(mail.returnPath, failed(mail));
  await feedbackApp.sendToListener((await feedbackApp.sendTo()).returnPath, 'Subject: a reply');
  await receivedAllNotices(feedbackApp.api);
  expect(announced.filter((one) => one === id)).toHaveLength(1);
  silence();
});

describe('an erased person', () => {
  const erase = async (email: string) =>
    expect((await feedbackApp.api.rest('POST', '/people/erase', { email })).status).toBe(204);
  const traces = async (email: string) =>
    feedbackApp.api.db.$queryRaw`select target from suppressions where target = ${email}
                           union all select email from people where email = ${email}
                           union all select reason from feedback where strpos(reason, ${email}) > 0`;

  test('is not recorded again by a later bounce', async () => {
    const mail = await feedbackApp.sendTo();
    await erase(mail.to);
    expect(await feedbackApp.sendToListener(mail.returnPath, HARD[0]![1](mail))).toBe(250);
    expect(await traces(mail.to)).toEqual([]);
  });

  test('has no record of earlier bounces either', async () => {
    const mail = await feedbackApp.sendTo();
    await feedbackApp.sendToListener(mail.returnPath, HARD[0]![1](mail));
    expect(await traces(mail.to)).not.toEqual([]);
    await erase(mail.to);
    expect(await traces(mail.to)).toEqual([]);
  });

  test('of two recipients of a mail leaves the other alone', async () => {
    const other = await feedbackApp.sendTo();
    const mail = await feedbackApp.sendTo(undefined, { cc: [other.to] });
    await erase(mail.to);
    await feedbackApp.sendToListener(mail.returnPath, failed(mail));
    expect((await feedbackApp.stateOf({ ...other })).status).toBe('subscribed');
    expect(await traces(mail.to)).toEqual([]);
  });
});

describe('of a mail to several people', () => {
  test('only the named recipient bounces, in any position', async () => {
    const other = await feedbackApp.sendTo();
    const mail = await feedbackApp.sendTo(undefined, { cc: [other.to], bcc: ['blind@people.test'] });
    await feedbackApp.sendToListener(mail.returnPath, failed(mail, 'blind@people.test'));
    expect(await feedbackApp.stateOf({ ...mail, to: other.to })).toEqual({ ...UNTOUCHED, timeline: ['bounced'] });
    expect((await feedbackApp.api.rest('GET', '/suppressions?email=blind@people.test')).body.data).toHaveLength(1);
  });

  test('each named recipient does', async () => {
    const other = await feedbackApp.sendTo();
    const mail = await feedbackApp.sendTo(undefined, { cc: [other.to] });
    const fields = [mail.to, other.to].map((to) => `Final-Recipient: rfc822; ${to}\nAction: failed\nStatus: 5.1.1\n`);
    await feedbackApp.sendToListener(mail.returnPath, report(mail, fields.join('\n')));
    expect(await feedbackApp.stateOf(mail)).toEqual({ ...BOUNCED, timeline: ['bounced', 'bounced'] });
    expect((await feedbackApp.stateOf({ ...mail, to: other.to })).status).toBe('bounced');
  });

  test('naming an unknown recipient, or none, changes nothing', async () => {
    const other = await feedbackApp.sendTo();
    const mail = await feedbackApp.sendTo(undefined, { cc: [other.to] });
    const before = await feedbackApp.suppressions();
    for (const to of ['stranger@people.test', 'nobody', '', `${mail.to}.evil.test`]) {
      expect(await feedbackApp.sendToListener(mail.returnPath, failed(mail, to))).toBe(250);
    }
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    expect(await feedbackApp.suppressions()).toBe(before);
  });
});

describe('a soft bounce is recorded, and changes nothing else', () => {
  test.each(SOFT)('%s', async (_name, sample) => {
    const mail = await feedbackApp.sendTo();
    expect(await feedbackApp.sendToListener(mail.returnPath, sample(mail))).toBe(250);
    expect(await feedbackApp.stateOf(mail)).toEqual(SOFT_BOUNCED);
  });

  test('several on one day count as one', async () => {
    const mail = await feedbackApp.sendTo();
    const sample = SOFT[0]![1](mail);
    for (let again = 0; again < 7; again += 1) await feedbackApp.sendToListener(mail.returnPath, sample);
    for (let more = 0; more < 6; more += 1) {
      const next = await feedbackApp.sendTo(mail.to);
      await feedbackApp.sendToListener(next.returnPath, SOFT[0]![1](next));
    }
    expect(await feedbackApp.stateOf(mail)).toEqual(SOFT_BOUNCED);
  });
});

describe('soft bounces on five days', () => {
  /** Lets a mail bounce softly, the given number of days ago. */
  async function bounceDaysAgo(days: number, email?: string): Promise<SentMail> {
    const mail = await feedbackApp.sendTo(email);
    await feedbackApp.sendToListener(mail.returnPath, SOFT[0]![1](mail));
    const at = new Date(Date.now() - days * 86_400_000);
    await feedbackApp.api.db.feedback.updateMany({ where: { messageId: mail.id }, data: { at } });
    return mail;
  }
  const status = async ({ to }: SentMail) => (await readSubscriber(feedbackApp.api, feedbackApp.list, to)).status;

  test('end the subscriptions, and suppress nothing', async () => {
    const mail = await bounceDaysAgo(4);
    for (const days of [3, 2, 1]) await bounceDaysAgo(days, mail.to);
    expect(await status(mail)).toBe('subscribed');
    expect(await feedbackApp.stateOf(await bounceDaysAgo(0, mail.to))).toEqual({ ...SOFT_BOUNCED, status: 'bounced' });
  });

  test('are lifted by time and domain, counted first, and their days count from zero', async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const worn = async (email: string) => {
      const mail = await bounceDaysAgo(4, email);
      for (const days of [3, 2, 1, 0]) await bounceDaysAgo(days, email);
      expect(await status(mail)).toBe('bounced');
      return mail;
    };
    const [mail, other] = [await worn('worn@outage.test'), await worn('worn@elsewhere.test')];
    const lift = async (query: Record<string, string>) => {
      const asked = new URLSearchParams({ reason: 'soft_bounce', since, ...query });
      return (await feedbackApp.api.rest('DELETE', `/suppressions?${asked}`)).body.data;
    };
    const meant = { domain: 'outage.test' };
    expect(await lift({ ...meant, until: since })).toMatchObject({ subscriptions: 0 });
    const { at } = await feedbackApp.api.db.feedback.findFirstOrThrow({
      where: { personKey: personKey(feedbackApp.api.teamId, mail.to) },
      orderBy: { at: 'desc' },
    });
    const until = (ms: number) => ({ ...meant, until: new Date(at.getTime() + ms).toISOString(), dry_run: 'true' });
    expect(await lift(until(0))).toMatchObject({ subscriptions: 0 });
    expect(await lift(until(1))).toMatchObject({ subscriptions: 1 });
    const counted = { suppressions: 0, subscriptions: 1, remaining: 0 };
    expect(await lift({ ...meant, dry_run: 'true' })).toEqual({ dry_run: true, ...counted });
    expect(await status(mail)).toBe('bounced');
    expect(await lift(meant)).toEqual({ dry_run: false, ...counted });
    expect([await status(mail), await status(other)]).toEqual(['subscribed', 'bounced']);
    await bounceDaysAgo(0, mail.to);
    expect(await status(mail)).toBe('subscribed');
    expect(await lift(meant)).toMatchObject({ subscriptions: 0 });
  });

  test('are not lifted for people with another suppression', async () => {
    const mail = await bounceDaysAgo(4, 'worn@suppressed.test');
    for (const days of [3, 2, 1, 0]) await bounceDaysAgo(days, mail.to);
    await feedbackApp.api.rest('POST', '/suppressions', { domain: 'suppressed.test' });
    const asked = new URLSearchParams({
      reason: 'soft_bounce',
      since: '2020-01-01T00:00:00Z',
      domain: 'suppressed.test',
    });
    const { body } = await feedbackApp.api.rest('DELETE', `/suppressions?${asked}`);
    expect([body.data.subscriptions, await status(mail)]).toEqual([0, 'bounced']);
  });

  test('have no effect if the person opened a message in between', async () => {
    const mail = await bounceDaysAgo(4);
    for (const days of [3, 2, 1]) await bounceDaysAgo(days, mail.to);
    const person = { teamId: feedbackApp.api.teamId, personKey: personKey(feedbackApp.api.teamId, mail.to) };
    const at = new Date(Date.now() - 2.5 * 86_400_000);
    await feedbackApp.api.db.touch.create({
      data: { ...person, kind: 'open', sender: 'transactional', senderId: mail.id, at },
    });
    await bounceDaysAgo(0, mail.to);
    expect(await status(mail)).toBe('subscribed');
  });

  test('have no effect if a mail in between did not bounce for some days', async () => {
    const mail = await bounceDaysAgo(12);
    for (const days of [11, 10, 9]) await bounceDaysAgo(days, mail.to);
    const arrived = await feedbackApp.sendTo(mail.to);
    const sentAt = new Date(Date.now() - 8 * 86_400_000);
    await feedbackApp.api.db.transactionalMail.updateMany({ where: { id: arrived.id }, data: { sentAt } });
    await bounceDaysAgo(0, mail.to);
    expect(await status(mail)).toBe('subscribed');
  });
});

describe('these mails have no effect:', () => {
  test.each(NOTHING)('%s', async (_name, sample) => {
    const mail = await feedbackApp.sendTo();
    expect(await feedbackApp.sendToListener(mail.returnPath, sample(mail))).toBe(250);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
  });

  test('a bounce report sent to the complaints address', async () => {
    const mail = await feedbackApp.sendTo();
    expect(await feedbackApp.sendToListener(`postmaster@${BOUNCES}`, failed(mail))).toBe(250);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
  });

  test('a mail that is gone', async () => {
    const mail = await feedbackApp.sendTo();
    await feedbackApp.api.db.transactionalMail.deleteMany({ where: { id: mail.id } });
    const before = await feedbackApp.suppressions();
    expect(await feedbackApp.sendToListener(mail.returnPath, failed(mail))).toBe(250);
    expect(await feedbackApp.suppressions()).toBe(before);
  });
});
