import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BOUNCED,
  COMPLAINED,
  type FeedbackApp,
  openFeedbackApp,
  type SentMail,
  SOFT_BOUNCED,
  UNTOUCHED,
} from '../../support/feedback.ts';
import {
  type Call,
  genericSample,
  mailgunSample,
  type ProviderSample,
  postmarkSample,
  sendgridSample,
  sesSample,
} from '../../support/providers.ts';
import { type SnsServer, startSnsServer } from '../../support/sns.ts';

let feedbackApp: FeedbackApp;
let sns: SnsServer;
let samples: Record<string, ProviderSample>;
const sources: Record<string, { url: string; secret: string }> = {};
beforeAll(async () => {
  sns = await startSnsServer();
  feedbackApp = await openFeedbackApp({ snsOrigin: sns.origin });
  const all = [genericSample, postmarkSample, mailgunSample, sendgridSample, sesSample(sns)];
  samples = Object.fromEntries(all.map((sample) => [sample.provider, sample]));
  for (const { provider, secret } of all) sources[provider] = await open({ provider, secret });
});
afterAll(async () => {
  await feedbackApp.close();
  await sns.close();
});

async function open(input: { provider: string; secret?: string }, token = feedbackApp.api.token) {
  const { status, body } = await feedbackApp.api.rest('POST', '/feedback-sources', input, { token });
  expect(status).toBe(201);
  return { url: body.data.url as string, secret: input.secret ?? (body.data.secret as string) };
}

/** Makes a call; returns the status of the answer, which is never a server error. */
async function post(url: string, { headers, body }: Call): Promise<number> {
  const { pathname } = new URL(url);
  const answer = await feedbackApp.api.app.inject({ method: 'POST', url: pathname, headers, payload: body });
  expect(Object.keys(answer.json())).toContain('message');
  return answer.statusCode;
}

const PROVIDERS = ['generic', 'postmark', 'mailgun', 'sendgrid', 'ses'];
const SIGNED_TIMES = ['generic', 'mailgun', 'sendgrid', 'ses'];

const NOT_FOR_GOOD = [
  'The mailbox is full',
  'blocked using zen.spamhaus.org',
  'Unauthenticated mail is not accepted due to DMARC policy',
];

describe.each(PROVIDERS)('%s', (provider) => {
  const sample = () => samples[provider]!;
  const source = () => sources[provider]!;
  const call = (event: object, secondsAgo?: number) => sample().sign(event, source().secret, secondsAgo);
  const send = (event: object) => post(source().url, call(event));
  // Postmark does not return our Message-ID: the person is known, the message is not.
  const timeline = (types: string[]) => (provider === 'postmark' ? [] : types);

  test('a bounce suppresses and ends the subscription, once', async () => {
    const mail = await feedbackApp.sendTo();
    const event = sample().bounce(mail);
    expect([await send(event), await send(event)]).toEqual([200, 200]);
    expect(await feedbackApp.stateOf(mail)).toEqual({ ...BOUNCED, timeline: timeline(['bounced']) });
  });

  test('a soft bounce is recorded', async () => {
    const mail = await feedbackApp.sendTo();
    expect(await send(sample().soft(mail))).toBe(200);
    expect(await feedbackApp.stateOf(mail)).toEqual({ ...SOFT_BOUNCED, timeline: timeline(['soft_bounced']) });
    expect(await feedbackApp.api.db.feedback.count({ where: { person: { email: mail.to } } })).toBe(1);
  });

  // A caller of the generic address has classified the bounce already.
  test.each(provider === 'generic' ? [] : NOT_FOR_GOOD)(
    'a bounce that it calls permanent is soft when the server said: %s',
    async (words) => {
      const mail = await feedbackApp.sendTo();
      const text = JSON.stringify(sample().bounce(mail)).replace(
        /5\.1\.1( unknown| No such user)?(?="[^:]|"$)/g,
        `5.1.1 ${words}`,
      );
      const event = JSON.parse(text.replace(/"status":"5\.1\.1 [^"]*"/g, '"status":"5.1.1"'));
      expect(await send(event)).toBe(200);
      expect(await feedbackApp.stateOf(mail)).toEqual({ ...SOFT_BOUNCED, timeline: timeline(['soft_bounced']) });
    },
  );

  test('a complaint suppresses and ends the subscription', async () => {
    const mail = await feedbackApp.sendTo();
    expect(await send(sample().complaint(mail))).toBe(200);
    expect(await feedbackApp.stateOf(mail)).toEqual({ ...COMPLAINED, timeline: timeline(['complained']) });
  });

  test('events that do not concern the mailbox, or concern unknown people, are accepted and change nothing', async () => {
    const mail = await feedbackApp.sendTo();
    const before = await feedbackApp.suppressions();
    for (const event of sample().nothing(mail)) expect(await send(event), JSON.stringify(event)).toBe(200);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    expect(await feedbackApp.suppressions()).toBe(before);
  });

  test('a repeated call changes nothing twice, and does not affect a resubscribed person', async () => {
    const mail = await feedbackApp.sendTo();
    const made = call(sample().bounce(mail));
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(source().url, made)));
    const refused = provider === 'mailgun' ? 403 : 200;
    expect(answers.sort()).toEqual([200, refused, refused, refused]);
    expect(await feedbackApp.stateOf(mail)).toEqual({ ...BOUNCED, timeline: timeline(['bounced']) });
    const [{ id }] = (await feedbackApp.api.rest('GET', `/suppressions?email=${mail.to}`)).body.data;
    await feedbackApp.api.rest('DELETE', `/suppressions/${id}`);
    await feedbackApp.api.rest('POST', `/lists/${feedbackApp.list}/subscribers`, { email: mail.to, resubscribe: true });
    expect(await post(source().url, made)).toBe(refused);
    expect(await feedbackApp.stateOf(mail)).toEqual({ ...UNTOUCHED, timeline: timeline(['bounced']) });
  });

  describe('is refused, and nothing changes:', () => {
    let mail: SentMail;
    beforeAll(async () => {
      mail = await feedbackApp.sendTo();
    });
    const refused = async (made: Call, status: number, to = source().url) => {
      expect(await post(to, made)).toBe(status);
      expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    };

    test('a call without a signature', async () => {
      await refused(
        { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sample().bounce(mail)) },
        401,
      );
    });

    test('a call signed with another secret', async () => {
      const made = call(sample().bounce(mail));
      const { url } = await open({ provider, secret: OTHER_SECRETS[provider] });
      await refused(made, 401, url);
    });

    test('a call changed in transit', async () => {
      const made = call(sample().bounce(mail));
      const body = made.body.replace(/"token":"./, '"token":"z').replace('bounce', 'bounces');
      const authorization = `Basic ${Buffer.from(`postmark:${source().secret}x`).toString('base64')}`;
      const changed = provider === 'postmark' ? { headers: { ...made.headers, authorization } } : { body };
      await refused({ ...made, ...changed }, 401);
    });

    test('a call to an unknown address', async () => {
      const made = call(sample().bounce(mail));
      const { url } = source();
      const others = PROVIDERS.filter((other) => other !== provider);
      for (const address of [
        `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
        `${url}x`,
        ...others.map((other) => url.replace(`/${provider}/`, `/${other}/`)),
        url.replace(`/${provider}/`, '/unknown/'),
        url.replace(/\/[^/]*$/, '/x'),
      ]) {
        await refused(made, 404, address);
      }
    });

    test('a call to a deleted source', async () => {
      const { status, body } = await feedbackApp.api.rest('POST', '/feedback-sources', {
        provider,
        secret: samples[provider]!.secret,
      });
      expect(status).toBe(201);
      await feedbackApp.api.rest('DELETE', `/feedback-sources/${body.data.id}`);
      const secret = body.data.secret ?? sample().secret;
      await refused(sample().sign(sample().bounce(mail), secret), 404, body.data.url);
    });

    test('a body that is not JSON, or another one', async () => {
      for (const body of ['', '{', 'null', '[]', '"x"', '7', '[[[[', '{"signature":7}', '\u0000']) {
        const made = call({});
        const status = await post(source().url, { ...made, body });
        expect([200, 400, 401, 403, 422], body).toContain(status);
      }
      expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    });

    test('a body of more than a megabyte', async () => {
      await refused({ headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(1_100_000)}"` }, 413);
    });

    test('another method', async () => {
      const { statusCode, headers } = await feedbackApp.api.app.inject({
        method: 'GET',
        url: new URL(source().url).pathname,
      });
      expect([statusCode, headers.allow]).toEqual([405, 'POST']);
    });

    if (SIGNED_TIMES.includes(provider)) {
      test('a call of a day ago, and one of tomorrow', async () => {
        await refused(call(sample().bounce(mail), 86_400), 403);
        await refused(call(sample().bounce(mail), -86_400), 403);
      });
    }
  });

  test('signed events of strange shapes are accepted without an error', async () => {
    const mail = await feedbackApp.sendTo();
    const [event] = [sample().bounce(mail)].flat() as object[];
    const broken = [...spoil(event!)];
    expect(broken.length).toBeGreaterThan(10);
    for (const one of broken) {
      const status = await send(provider === 'sendgrid' ? [one] : one);
      expect([200, 422], JSON.stringify(one)).toContain(status);
    }
  });

  test('another team’s source affects no one of this team', async () => {
    const mail = await feedbackApp.sendTo();
    const theirs = await open({ provider, secret: sample().secret }, feedbackApp.api.otherToken);
    const secret = sample().secret ?? theirs.secret;
    expect(await post(theirs.url, sample().sign(sample().bounce(mail), secret))).toBe(200);
    expect(await post(theirs.url, sample().sign(sample().complaint(mail), secret))).toBe(200);
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    const { body } = await feedbackApp.api.rest('GET', '/suppressions', undefined, {
      token: feedbackApp.api.otherToken,
    });
    expect(body.data).toEqual([]);
  });
});

const OTHER_SECRETS: Record<string, string | undefined> = {
  mailgun: 'key-another-one-another-one',
  sendgrid:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==',
  ses: 'arn:aws:sns:eu-west-1:123456789012:another',
};

/** An event with each of its values changed into something else. */
function* spoil(event: object): Generator<object> {
  for (const [key, value] of Object.entries(event)) {
    if (typeof value === 'object' && value !== null) {
      for (const inner of spoil(value)) yield { ...event, [key]: Array.isArray(value) ? Object.values(inner) : inner };
    }
    for (const other of [null, 7, true, [], {}, '', '\u0000', 'x'.repeat(5_000), '\ud800', [null], { a: [{}] }]) {
      if (key === 'type' || typeof other !== typeof value || other === '\u0000' || other === '\ud800')
        yield { ...event, [key]: other };
    }
  }
}

describe('SNS', () => {
  const confirm = (message: object) =>
    post(sources.ses!.url, { headers: { 'content-type': 'text/plain' }, body: JSON.stringify(message) });
  const confirmed = () => sns.visits.filter((path) => path.includes('ConfirmSubscription')).length;

  test('a subscription is confirmed by visiting its address', async () => {
    const before = confirmed();
    expect(await confirm(sns.confirmation())).toBe(200);
    expect(await confirm(sns.confirmation({ SignatureVersion: '1' }))).toBe(200);
    expect(confirmed()).toBe(before + 2);
  });

  test.each([
    ['elsewhere', { SubscribeURL: 'http://169.254.169.254/?Action=ConfirmSubscription' }, 403],
    ['at no address', { SubscribeURL: 'x' }, 403],
    ['for another topic', { TopicArn: 'arn:aws:sns:eu-west-1:123456789012:evil' }, 401],
    ['signed by a certificate from elsewhere', { SigningCertURL: 'https://evil.test/x.pem' }, 401],
    [
      'signed by a certificate of somebody in the same cloud',
      { SigningCertURL: 'https://evil.s3.amazonaws.com/x.pem' },
      401,
    ],
    ['in a way that we do not know', { SignatureVersion: '3' }, 401],
    ['of no type', { Type: 'Nonsense' }, 401],
    ['of a day ago', { Timestamp: new Date(Date.now() - 86_400_000).toISOString() }, 403],
  ])('not one %s', async (_name, changes, status) => {
    const before = confirmed();
    expect(await confirm(sns.confirmation(changes))).toBe(status);
    expect(confirmed()).toBe(before);
  });

  test('which cannot be reached, or redirects, is asked again later', async () => {
    const mail = await feedbackApp.sendTo();
    const [changes, event] = [{ SigningCertURL: `${sns.origin}/new-one.pem` }, samples.ses!.bounce(mail)];
    for (const failing of [500, 302, 404]) {
      sns.failing = failing;
      expect(await confirm(sns.notification(event, changes))).toBe(503);
    }
    sns.failing = undefined;
    expect(await feedbackApp.stateOf(mail)).toEqual(UNTOUCHED);
    expect(await confirm(sns.notification(event, changes))).toBe(200);
    expect(await feedbackApp.stateOf(mail)).toEqual(BOUNCED);
  });
});

test('a used Mailgun token does not work for another body', async () => {
  const [mail, other] = [await feedbackApp.sendTo(), await feedbackApp.sendTo()];
  const { url, secret } = sources.mailgun!;
  const made = mailgunSample.sign(mailgunSample.bounce(mail), secret);
  expect(await post(url, made)).toBe(200);
  const { signature } = JSON.parse(made.body);
  const forged = { ...made, body: JSON.stringify({ signature, ...mailgunSample.bounce(other) }) };
  expect(await post(url, forged)).toBe(403);
  expect(await feedbackApp.stateOf(other)).toEqual(UNTOUCHED);
});

test('a call that could not be processed is processed when it is repeated', async () => {
  const mail = await feedbackApp.sendTo();
  const { url, secret } = sources.mailgun!;
  const made = mailgunSample.sign(mailgunSample.bounce(mail), secret);
  await feedbackApp.api.db.$executeRaw`alter table feedback rename to feedback_away`;
  expect(await post(url, made)).toBe(503);
  await feedbackApp.api.db.$executeRaw`alter table feedback_away rename to feedback`;
  expect(await post(url, made)).toBe(200);
  expect(await feedbackApp.stateOf(mail)).toEqual(BOUNCED);
});

const report = async (event: object | number | null) => {
  const { url, secret } = sources.generic!;
  const { headers, body } = genericSample.sign(event as object, secret);
  const answer = await feedbackApp.api.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers,
    payload: body,
  });
  return [answer.statusCode, answer.json()];
};

test.each([
  [{ type: 'bounced' }, { email: 'is required.' }],
  [{ type: 'bounced', email: 'nobody' }, { email: 'must be a valid email address.' }],
  [
    { type: 'opened', email: 'a@people.test' },
    { type: 'must be one of bounced, soft_bounced, complained, unsubscribed.' },
  ],
  [{ type: 'bounced', email: 'a@people.test', reason: 7 }, { reason: 'must be a string.' }],
  [{ message_id: 7 }, { type: 'is required.', email: 'is required.', message_id: 'must be a string.' }],
])('the error for a signed custom report %j lists all mistakes', async (event, problems) => {
  const all = Object.entries(problems).map(([name, problem]) => [name, `The ${name} field ${problem}`] as const);
  const more = all.length > 1 ? ` (and ${all.length - 1} more errors)` : '';
  const errors = Object.fromEntries(all.map(([name, said]) => [name, [said]]));
  expect(await report(event)).toEqual([422, { message: `${all[0]![1]}${more}`, errors }]);
});

test.each([[[]], [7], [null]])(
  'the error for a signed custom report %j says that it is not an object',
  async (event) => {
    expect(await report(event)).toEqual([422, { message: 'The body must be a JSON object.', errors: {} }]);
  },
);

test.each(['x'.repeat(10_001), '😀'.repeat(20_000), 'no\u0000body', '\ud800'])(
  'a report counts with any reason',
  async (reason) => {
    const mail = await feedbackApp.sendTo();
    expect(await report({ ...genericSample.bounce(mail), reason })).toMatchObject([200, {}]);
    expect(await feedbackApp.stateOf(mail)).toEqual(BOUNCED);
  },
);
