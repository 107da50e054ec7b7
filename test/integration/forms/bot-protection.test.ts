import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { formTokenOf, makeForm, processAllSignUps, sendForm } from '../../support/forms.ts';
import { FORM } from '../../support/pages.ts';

let api: TestApp;
let list: string;
let person = 0;
let email: string;
let block = 0;
/** An address in its own network. */
let from: string;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: 'http://shop.test', corsOrigins: ['https://app.shop.test'] });
  list = await makeList(api);
});
afterAll(() => api.close());
beforeEach(() => {
  email = `r${person++}@people.test`;
  from = `198.51.${block++}.7`;
});

const countQueued = (formId: string) => api.db.signUp.count({ where: { formId } });

test('filling in a hidden field gets the usual answer, and records nothing', async () => {
  const form = await makeForm(api, list);
  for (const json of [false, true]) {
    const robot = await sendForm(api, form.id, { email, 'homepage-url': 'https://spam.example' }, { from, json });
    expect(await countQueued(form.id)).toBe(json ? 1 : 0);
    const human = await sendForm(api, form.id, { email }, { from, json });
    expect([robot.status, robot.text]).toEqual([human.status, human.text]);
  }
});

test.each([
  ['none', null],
  ['one of the future', -60],
  ['one of a day ago', 86_401],
])('with %s as its form token the form is shown again, filled in', async (_, age) => {
  const form = await makeForm(api, list);
  const token = () => (age === null ? null : formTokenOf(api, form.id, age));
  const shown = await sendForm(api, form.id, { email }, { from, token: token() });
  expect([shown.status, shown.title]).toEqual([422, 'News']);
  expect(shown.text).toContain(`value="${email}"`);
  const { status, body } = await sendForm(api, form.id, { email }, { from, token: token(), json: true });
  expect([status, body]).toEqual([422, { message: expect.any(String), errors: { _pass: [body.message] } }]);
  expect(await countQueued(form.id)).toBe(0);
});

test('a form that is sent at once is accepted, with the answer held back until two seconds have passed', async () => {
  const form = await makeForm(api, list);
  const sent = await Promise.all(
    [false, true].map(async (json) => {
      const shownAt = Date.now();
      const token = formTokenOf(api, form.id, 0);
      const { status, text } = await sendForm(api, form.id, { email }, { from, token, json });
      return { status, text, age: Date.now() - shownAt };
    }),
  );
  for (const { status, text, age } of sent) {
    expect([status, text]).toEqual([200, expect.stringContaining('Thank you')]);
    expect(age).toBeGreaterThanOrEqual(1_990); // timers of Node may be a little early
  }
  expect(await countQueued(form.id)).toBe(2);
});

test('a form token is valid for its form alone, and cannot be forged', async () => {
  const [form, other] = [await makeForm(api, list), await makeForm(api, list)];
  const good = formTokenOf(api, form.id);
  const forged = [
    ...[formTokenOf(api, other.id), `${good}A`, good.slice(1), good.toUpperCase(), '', 'x'.repeat(48), 'null', '\0'],
    ...Array.from({ length: 20 }, (_, at) => good.slice(0, at) + (good[at] === 'A' ? 'B' : 'A') + good.slice(at + 1)),
    api.installation.links.url('confirm', { teamId: api.teamId, id: form.id }).split('/').at(-1) as string,
  ];
  for (const [index, token] of forged.entries()) {
    const sent = await sendForm(api, form.id, { email }, { from: `203.0.${index}.1`, token });
    expect([token, sent.status]).toEqual([token, 422]);
  }
  expect(await countQueued(form.id)).toBe(0);
});

describe('a network that sends too many', () => {
  test('has to wait, before any input is read, and others get through', async () => {
    const form = await makeForm(api, list);
    const send = (ip: string, json = false) => sendForm(api, form.id, { email }, { from: ip, json });
    for (let time = 0; time < 30; time += 1) expect((await send(`192.0.2.${time}`)).status).toBe(200);
    const statements = await api.statements(async () => {
      const shown = await send('192.0.2.99');
      expect([shown.status, shown.title]).toEqual([429, 'Please wait a moment']);
      expect(Number(shown.headers['retry-after'])).toBeGreaterThan(0);
      const { status, body } = await send('192.0.2.99', true);
      expect([status, Object.keys(body)]).toEqual([429, ['message', 'errors']]);
      expect((await send('::ffff:192.0.2.1')).status).toBe(429);
    });
    expect(statements).toEqual([]);
    expect((await send('192.0.3.1')).status).toBe(200);
    expect((await api.app.inject({ url: `/f/${form.id}`, remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
  });

  test('is a /48 for IPv6', async () => {
    const form = await makeForm(api, list);
    const send = async (ip: string) => (await sendForm(api, form.id, { email }, { from: ip })).status;
    for (let time = 0; time < 30; time += 1) expect(await send(`2001:db8:5:${time}::1`)).toBe(200);
    for (const ip of ['2001:db8:5::', '2001:db8:5:ffff:1:2:3:4', '2001:0db8:0005::1.2.3.4'])
      expect(await send(ip)).toBe(429);
    for (const ip of ['2001:db8:6::1', '2001:db8::5', '::1']) expect(await send(ip)).toBe(200);
  });

  test('gets the message in its own language', async () => {
    const form = await makeForm(api, list);
    const send = () => sendForm(api, form.id, { email }, { from, headers: { 'accept-language': 'de-AT,en;q=0.5' } });
    for (let time = 0; time < 30; time += 1) await send();
    expect((await send()).title).toBe('Einen Moment bitte');
  });
});

describe('proof of work', () => {
  test('a solved challenge counts once, for its form token', async () => {
    const form = await makeForm(api, list, { proof_of_work: true });
    const shown = (await api.app.inject({ url: `/f/${form.id}/pass`, remoteAddress: from })).json().data;
    expect(shown.challenge.parameters.data).toEqual({ pass: shown.pass });
    const solved = async (token: string) => {
      const challenge = await api.installation.proofOfWork.challenge(token);
      const solution = await solveChallenge({ challenge, deriveKey });
      return { token, _altcha: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') };
    };
    const give = () => solved(formTokenOf(api, form.id));
    const { token, _altcha } = await give();
    const send = (more: object, of = token) => sendForm(api, form.id, { email, ...more }, { from, token: of });
    const other = await give();
    const { challenge, solution } = JSON.parse(Buffer.from(_altcha, 'base64').toString());
    const written = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
    const easy = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '' } };
    for (const wrong of [
      ...[undefined, '', 'x', other._altcha, written(null), written({}), written({ challenge }), 'A'.repeat(50_000)],
      ...[written({ challenge: { parameters: 1 }, solution }), written({ challenge: easy, solution })],
      ...[written({ challenge, solution: { ...solution, counter: solution.counter + 1 } })],
    ]) {
      expect((await send(wrong === undefined ? {} : { _altcha: wrong })).status, wrong?.slice(0, 20)).toBe(422);
    }
    expect((await send({ _altcha })).status).toBe(200);
    expect((await send({ _altcha, email: `x${email}` })).status).toBe(422);
    expect(await countQueued(form.id)).toBe(1);
  });
});

test('addresses of disposable domains, and below them, are refused if the form says so', async () => {
  const strict = await makeForm(api, list, { refuse_disposable: true });
  const lenient = await makeForm(api, list);
  for (const address of ['ann@mailinator.com', 'ann@x.mailinator.com']) {
    const { status, body } = await sendForm(api, strict.id, { email: address }, { from, json: true });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
    expect((await sendForm(api, lenient.id, { email: address }, { from })).status).toBe(200);
  }
  expect((await sendForm(api, strict.id, { email }, { from })).status).toBe(200);
});

const EVIL = `"'><script>alert(1)</script>&amp;\${x}{{7*7}}\u2028</title></style></textarea>`;

test('hostile texts of a team stay text, on the page, in the HTML for other sites and in answers', async () => {
  const words = EVIL.replace('\u2028', '');
  await api.rest('PATCH', '/team', { name: words, brand: { logo_url: 'https://shop.test/logo.png?a=1&b=2' } });
  await api.rest('POST', '/fields', { key: 'evil', type: 'text', label: words });
  const form = await makeForm(api, list, {
    ...{ name: words, title: words, text: EVIL, button: words.slice(0, 90), consent_text: EVIL },
    ...{ success_title: words, success_text: EVIL, tags: [words] },
    fields: [{ field: 'first_name', label: words }, { field: 'evil' }],
  });
  const page = await api.app.inject({ url: `/f/${form.id}` });
  const wrong = await sendForm(api, form.id, { email: EVIL, first_name: EVIL, evil: EVIL }, { from });
  const thanks = await sendForm(api, form.id, { email, _consent: 'true' }, { from });
  expect([page.statusCode, wrong.status, thanks.status]).toEqual([200, 422, 200]);
  for (const html of [page.payload, wrong.text, thanks.text, form.html]) {
    expect(html).not.toMatch(/<script>|<\/textarea>|"'>/);
    expect(html.match(/<\/(title|style)>/g) ?? []).toHaveLength(html === form.html ? 1 : 2);
  }
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src https:\/\/shop\.test\/logo\.png$/,
  );
  await api.rest('PATCH', '/team', { brand: null });
});

test('no input causes a server error, and nothing is recorded', async () => {
  await api.rest('POST', '/fields', { key: 'size', type: 'number' });
  const form = await makeForm(api, list, { fields: [{ field: 'size' }, { field: 'last_name' }] });
  const token = formTokenOf(api, form.id);
  const values = [
    null,
    0,
    -1,
    1e308,
    true,
    [],
    {},
    [email],
    { a: 1 },
    '\0',
    '\ud800',
    'x'.repeat(6_000),
    EVIL,
    '__proto__',
  ];
  const bodies = [
    ...values.map((value) => JSON.stringify(value)),
    ...values.map((value) => JSON.stringify({ email: value, _pass: token })),
    ...values.flatMap((value) =>
      value === 0 || value === -1 || value === 1e308 || value === null
        ? []
        : [JSON.stringify({ email, size: value, _pass: token })],
    ),
    ...['{', '', '[', '"', `{"email":"${email}","__proto__":{"email":1}}`, '['.repeat(60_000), `{"email":1e999}`],
  ];
  let at = 0;
  const post = (payload: string, type: string) =>
    api.app.inject({
      ...{ method: 'POST', url: `/f/${form.id}`, remoteAddress: `100.${Math.floor(at / 250)}.${at++ % 250}.1` },
      ...{ headers: { 'content-type': type }, payload },
    });
  for (const body of bodies) {
    for (const type of [
      'application/json',
      FORM,
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'text/plain',
      'x',
    ]) {
      const { statusCode } = await post(body, type);
      expect([400, 415, 422], `${type} ${body.slice(0, 80)}`).toContain(statusCode);
    }
  }
  expect(await countQueued(form.id)).toBe(0);
  expect((await post('x'.repeat(70_000), 'application/json')).statusCode).toBe(413);
  expect((await post(`email=${'x'.repeat(70_000)}`, FORM)).statusCode).toBe(413);
});

test('an unknown form is 404, for people and for scripts', async () => {
  const other = await openTeam(api);
  const form = await makeForm(api, list);
  const token = other.installation.formTokens.give({ teamId: other.teamId, id: form.id }, new Date(Date.now() - 9000));
  expect((await sendForm(api, form.id, { email }, { from, token })).status).toBe(422); // another team's
  for (const id of ['x', 'a%00b', '00000000-0000-7000-8000-000000000000', `${form.id}x`, '%zz', 'form.css']) {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/pass'],
    ] as const) {
      const answer = await api.app.inject({ method, url: `/f/${id}${path}`, remoteAddress: from });
      expect([id, answer.statusCode]).toEqual([id, 404]);
    }
  }
  const { body } = await sendForm(api, '00000000-0000-7000-8000-000000000000', { email }, { from, json: true });
  expect(body).toEqual({ message: 'Not found.', errors: {} });
  await api.db.team.updateMany({ where: { id: api.teamId }, data: { status: 'suspended' } });
  expect((await api.app.inject({ url: `/f/${form.id}` })).statusCode).toBe(404);
  await api.db.team.updateMany({ where: { id: api.teamId }, data: { status: 'active' } });
});

test('any site may call it, other methods are 405, and the script is small and cached', async () => {
  const form = await makeForm(api, list);
  const headers = { origin: 'https://anywhere.example', 'access-control-request-method': 'POST' };
  const asked = await api.app.inject({ method: 'OPTIONS', url: `/f/${form.id}`, headers });
  expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, '*']);
  expect(asked.headers['access-control-allow-headers']).toBe('Content-Type');
  const sent = await sendForm(api, form.id, { email }, { from, json: true, headers });
  expect([sent.headers['access-control-allow-origin'], sent.headers['set-cookie']]).toEqual(['*', undefined]);
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await api.app.inject({ method, url: `/f/${form.id}` });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  }
  const script = await api.app.inject({ url: '/f/form.js' });
  expect(Buffer.byteLength(script.payload)).toBeLessThanOrEqual(5_000);
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  const again = await api.app.inject({
    url: '/f/form.js',
    headers: { 'if-none-match': script.headers.etag as string },
  });
  expect(again.statusCode).toBe(304);
});

test('no input changes the target of a sign-up', async () => {
  const redirect_url = 'https://www.shop.example/welcome';
  const form = await makeForm(api, list, { hosts: ['www.shop.example'], redirect_url });
  const evil = {
    redirect: '//evil.example',
    redirect_url: '//evil.example',
    redirectUrl: '//evil.example',
    next: '//evil.example',
  };
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', referer: 'https://evil.example' };
  const sent = await sendForm(api, form.id, { email, ...evil }, { from, headers });
  expect([sent.status, sent.headers.location]).toEqual([303, redirect_url]);
  const asJson = await sendForm(api, form.id, { email, ...evil }, { from, json: true });
  expect(asJson.body.data.redirect).toBe(redirect_url);
  expect(sent.headers['cache-control']).toBe('no-store');
  await processAllSignUps(api);
});
