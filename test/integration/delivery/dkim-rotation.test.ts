import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { verifyDkim } from '../../support/dkim-verifier.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

const DAY = 24 * 60 * 60_000;

let dns: DnsServer;
let api: TestApp;
/** Two processes that send, each with its own signer and cache, and its own mail server. */
let inboxes: Inbox[];
beforeAll(async () => {
  dns = await startDnsServer();
  api = await openTestApp({ dnsServers: [dns.address] });
  inboxes = [await openInbox(api.installation), await openInbox(api.installation)];
  await api.rest('POST', '/templates', { name: 'T', editor: 'html', subject: 'Grüße', content: '<p>Hello</p>' });
});
afterAll(async () => {
  for (const inbox of inboxes) await inbox.stop();
  await api.close();
  await dns.close();
});

interface DnsRecord {
  purpose: string;
  name: string;
  value: string;
  state: string;
  is_optional: boolean;
  advice: string[];
}
interface Key {
  status: string;
  selector: string;
  bits: number;
  name: string;
  state: string;
  keep_until: string | null;
}
interface Domain {
  id: string;
  domain: string;
  records: DnsRecord[];
  dkim_keys: Key[];
  verified_at: string | null;
  rotation_started_at: string | null;
}

let number = 0;
const add = async (input: object = {}): Promise<Domain> => {
  const { status, body } = await api.rest('POST', '/sending-domains', { domain: `d${++number}.example`, ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
};
const read = async ({ id }: Domain): Promise<Domain> => (await api.rest('GET', `/sending-domains/${id}`)).body.data;
const check = async ({ id }: Domain): Promise<Domain> =>
  (await api.rest('POST', `/sending-domains/${id}/check`)).body.data;
const rotate = ({ id }: Domain, input?: object) => api.rest('POST', `/sending-domains/${id}/rotate-dkim`, input);
const cancel = ({ id }: Domain) => api.rest('POST', `/sending-domains/${id}/cancel-dkim-rotation`);
const publish = ({ records }: Domain) => {
  for (const { name, value } of records) dns.texts.set(name, [value]);
};
const recordOf = ({ records }: Domain, purpose: string) => records.find((one) => one.purpose === purpose);
const statuses = ({ dkim_keys }: Domain) => dkim_keys.map(({ status, state }) => `${status} ${state}`);
const row = ({ id }: Domain) => api.db.sendingDomain.findFirstOrThrow({ where: { id } });
const change = ({ id }: Domain, data: object) => api.db.sendingDomain.updateMany({ where: { id }, data });
const verified = async (input: object = {}): Promise<Domain> => {
  const domain = await add(input);
  publish(domain);
  return check(domain);
};
/** Starts a rotation, and returns the domain with its next key. */
const begin = async (domain: Domain, input?: object): Promise<Domain> => {
  const { status, body } = await rotate(domain, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
/** Completes the rotation of a domain. */
const rotated = async (domain: Domain): Promise<Domain> => {
  publish(await begin(domain));
  return check(domain);
};
/** Lets a process do its due work. */
const round = async () => (await startJobs(api.installation)).stop();

/** Sends a mail from a domain. Returns its process and its selector, once its signature has passed. */
async function send({ domain }: Domain) {
  const to = `p${++number}@x.test`;
  await api.rest('POST', '/transactional-mails', { template: 'T', from: `hello@${domain}`, to: [to] });
  const [inbox, raw] = await until(() => {
    for (const [index, { server }] of inboxes.entries()) {
      const found = server.received.find(({ envelope }) => envelope.to.includes(to));
      if (found) return [index, found.raw] as const;
    }
    return undefined;
  });
  const verdict = verifyDkim(raw, (name) => dns.texts.get(name) ?? []);
  if (!verdict) return { inbox, selector: undefined };
  expect(verdict.pass, raw).toBe(true);
  return { inbox, selector: /\bs=([^;]+);/.exec(raw)?.[1] };
}

test('the old key signs until the record of the next one is found; then every process signs with the next one', async () => {
  const domain = await verified();
  const [first = expect.fail()] = domain.dkim_keys;
  const usedBy = async () => {
    const used: (string | undefined)[] = [];
    while (used.filter(Boolean).length < 2) {
      const { inbox, selector } = await send(domain);
      used[inbox] = selector;
    }
    return used;
  };
  expect(await usedBy()).toEqual([first.selector, first.selector]);

  const waiting = await begin(domain);
  const [, next = expect.fail()] = waiting.dkim_keys;
  expect(waiting.dkim_keys).toEqual([
    first,
    {
      status: 'next',
      selector: expect.not.stringMatching(first.selector),
      bits: 2048,
      name: expect.any(String),
      state: 'unknown',
      keep_until: null,
    },
  ]);
  expect(waiting.rotation_started_at).toEqual(expect.any(String));
  expect(recordOf(waiting, 'dkim')).toEqual(recordOf(domain, 'dkim'));
  expect(recordOf(waiting, 'next_dkim')).toMatchObject({
    ...{ name: `${next.selector}._domainkey.${domain.domain}`, state: 'unknown', is_optional: true },
    advice: [
      `Publish it next to the record of ${first.selector}, which signs until this one is found.`,
      expect.stringContaining('2 quoted strings'),
    ],
  });
  expect(await usedBy()).toEqual([first.selector, first.selector]);
  const missed = await check(domain);
  expect(statuses(missed)).toEqual(['current ok', 'next missing']);
  expect(missed.verified_at).toBe(domain.verified_at);
  expect(await usedBy()).toEqual([first.selector, first.selector]);

  publish(waiting);
  const after = await check(domain);
  expect(statuses(after)).toEqual(['current ok', 'old ok']);
  expect([after.dkim_keys[0]?.selector, after.dkim_keys[1]?.selector]).toEqual([next.selector, first.selector]);
  expect(after.rotation_started_at).toBeNull();
  const keepUntil = after.dkim_keys[1]?.keep_until ?? '';
  expect(Math.abs(Date.parse(keepUntil) - Date.now() - 7 * DAY)).toBeLessThan(DAY);
  expect(recordOf(after, 'old_dkim')).toMatchObject({
    ...{ value: recordOf(domain, 'dkim')?.value, is_optional: false },
    advice: [`Keep this record until ${keepUntil.slice(0, 10)} for messages in transit signed with its key.`],
  });
  await until(async () => (await usedBy()).every((selector) => selector === next.selector));
});

test('a worker finds the record of the next key by itself, and stores no private half of the old one', async () => {
  const domain = await verified();
  const before = await row(domain);
  publish(await begin(domain));
  const started = await row(domain);
  expect(started.nextCheckAt.getTime()).toBeLessThan(before.nextCheckAt.getTime());
  await change(domain, { nextCheckAt: new Date(0) });
  await round();
  expect(statuses(await read(domain))).toEqual(['current ok', 'old ok']);
  const after = await row(domain);
  expect(after).toMatchObject({ nextSelector: null, nextPublicKey: null, nextPrivateKey: null });
  expect(Buffer.from(after.privateKey)).toEqual(Buffer.from(started.nextPrivateKey!));
  expect((await send(domain)).selector).toBe(started.nextSelector);
});

test('an unpublished next key is looked up every ten minutes, and each day after a week', async () => {
  const domain = await verified();
  await begin(domain);
  const hoursUntilNext = async () => {
    await change(domain, { nextCheckAt: new Date(0) });
    await round();
    const { checkedAt, nextCheckAt } = await row(domain);
    return (nextCheckAt.getTime() - checkedAt!.getTime()) / 3_600_000;
  };
  expect(await hoursUntilNext()).toBeCloseTo(1 / 6);
  await change(domain, { rotationStartedAt: new Date(Date.now() - 8 * DAY) });
  expect(await hoursUntilNext()).toBeCloseTo(6); // as the current key is
});

test('a cancelled rotation leaves the current key, and the next one never signs', async () => {
  const domain = await verified();
  const waiting = await begin(domain);
  publish(waiting);
  const { status, body } = await cancel(domain);
  expect([status, body.data.dkim_keys, body.data.rotation_started_at]).toEqual([200, domain.dkim_keys, null]);
  const after = await check(domain);
  expect(statuses(after)).toEqual(['current ok']);
  expect((await send(domain)).selector).toBe(domain.dkim_keys[0]?.selector);
  expect(await row(domain)).toMatchObject({ nextPrivateKey: null, oldKeys: [] });
  expect((await cancel(domain)).status).toBe(409);
  const again = await begin(domain);
  expect(again.dkim_keys[1]?.selector).not.toBe(waiting.dkim_keys[1]?.selector);
});

test('a second rotation waits for the first: 409 during the first', async () => {
  const domain = await verified();
  const waiting = await begin(domain);
  const { status, body } = await rotate(domain);
  expect([status, body.message]).toEqual([409, expect.stringContaining('cancel the rotation')]);
  expect((await read(domain)).dkim_keys).toEqual(waiting.dkim_keys);
  const racing = await verified();
  const answers = await Promise.all([rotate(racing), rotate(racing), rotate(racing)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('a check of the keys before a cancellation does not bring the cancelled key back', async () => {
  const domain = await verified();
  publish(await begin(domain));
  const [checked, cancelled] = await Promise.all([check(domain), cancel(domain)]);
  const now = await read(domain);
  // Either came first: the check, so that nothing was left to cancel, or the cancellation.
  expect(cancelled.status === 200 ? ['current ok'] : ['current ok', 'old ok']).toEqual(statuses(now));
  expect(statuses(checked)).toEqual(statuses(now));
});

test('another key, an empty one or another kind of record at the next name leaves the current key signing', async () => {
  const domain = await verified();
  const next = recordOf(await begin(domain), 'next_dkim')!;
  const current = recordOf(domain, 'dkim')!;
  const publicKey = next.value.split('p=')[1];
  for (const text of [
    ...[current.value, 'v=DKIM1; k=rsa; p=', 'google-site-verification=1', next.value.slice(0, -20)],
    ...[`v=DKIM1; k=ed25519; p=${publicKey}`, `v=DKIM1; h=sha1; p=${publicKey}`, `v=DKIM1; s=tlsrpt; p=${publicKey}`],
    `v=DKIM2; p=${publicKey}`,
  ]) {
    dns.texts.set(next.name, [text]);
    expect([text, ...statuses(await check(domain))]).toEqual([text, 'current ok', 'next different']);
  }
  dns.broken.add(next.name);
  expect(statuses(await check(domain))).toEqual(['current ok', 'next unknown']);
  dns.broken.delete(next.name);
  expect((await send(domain)).selector).toBe(domain.dkim_keys[0]?.selector);
  for (const text of [
    `p=${publicKey}`,
    `v=DKIM1;k=rsa;h=sha1:sha256;s=*;t=y; p=${publicKey?.replace(/.{60}/g, '$& ')}`,
  ]) {
    dns.texts.set(next.name, [text]);
    expect(statuses(await check(domain))[0]).toBe('current ok');
  }
  const after = await read(domain);
  expect(after.dkim_keys[0]?.name).toBe(next.name);
  expect(recordOf(after, 'dkim')?.advice).toEqual([expect.stringContaining('t=y')]);
});

test('an old record may be removed after a week, and is listed until it is gone', async () => {
  const domain = await rotated(await verified());
  const old = recordOf(domain, 'old_dkim')!;
  dns.texts.delete(old.name);
  expect(statuses(await check(domain))).toEqual(['current ok', 'old missing']); // too early
  dns.texts.set(old.name, [old.value]);
  const { oldKeys } = await row(domain);
  const [key] = oldKeys as { keepUntil: string }[];
  await change(domain, { oldKeys: [{ ...key, keepUntil: new Date(Date.now() - 1_000).toISOString() }] });
  const over = await check(domain);
  expect(statuses(over)).toEqual(['current ok', 'old ok']);
  expect(recordOf(over, 'old_dkim')).toMatchObject({
    ...{ is_optional: true, advice: ['Messages are no longer signed with this key. You can remove the record.'] },
  });
  dns.broken.add(old.name);
  expect(statuses(await check(domain))).toEqual(['current ok', 'old unknown']);
  dns.broken.delete(old.name);
  dns.texts.delete(old.name);
  const gone = await check(domain);
  expect([statuses(gone), recordOf(gone, 'old_dkim')]).toEqual([['current ok'], undefined]);
});

test('rotating twice within a week keeps both old records', async () => {
  const first = await verified();
  const second = await rotated(first);
  const third = await rotated(second);
  expect(statuses(third)).toEqual(['current ok', 'old ok', 'old ok']);
  expect(third.dkim_keys.slice(1).map(({ selector }) => selector)).toEqual([
    second.dkim_keys[0]?.selector,
    first.dkim_keys[0]?.selector,
  ]);
});

test('a domain that was never verified takes the next key as its first, without an old one', async () => {
  const domain = await add();
  expect((await send(domain)).selector).toBeUndefined();
  const waiting = await begin(domain);
  dns.texts.set(recordOf(waiting, 'next_dkim')!.name, [recordOf(waiting, 'next_dkim')!.value]);
  const after = await check(domain);
  expect([statuses(after), after.verified_at]).toEqual([['current ok'], expect.any(String)]);
  expect(after.dkim_keys[0]?.selector).toBe(waiting.dkim_keys[1]?.selector);
});

test('a current key that vanishes during a rotation stops signing, and the next one signs once it is found', async () => {
  const domain = await verified();
  const waiting = await begin(domain);
  dns.texts.delete(recordOf(domain, 'dkim')!.name);
  const lost = await check(domain);
  expect([statuses(lost), lost.verified_at]).toEqual([['current missing', 'next missing'], null]);
  expect((await send(domain)).selector).toBeUndefined();
  dns.texts.set(recordOf(waiting, 'next_dkim')!.name, [recordOf(waiting, 'next_dkim')!.value]);
  const after = await check(domain);
  expect([statuses(after), after.verified_at]).toEqual([['current ok'], expect.any(String)]);
});

test('GraphQL rotates and cancels the same, and a read token does neither', async () => {
  const domain = await verified();
  const fields = '{ id rotationStartedAt dkimKeys { status selector bits state keepUntil } }';
  const {
    rotateDkim: { sendingDomain: waiting },
  } = await ask(
    api,
    `mutation { rotateDkim(input: { id: "${domain.id}", selector: "Spring.2027" }) { sendingDomain ${fields} } }`,
  );
  expect(
    waiting.dkimKeys.map(({ status, selector }: { status: string; selector: string }) => [status, selector]),
  ).toEqual([
    ['CURRENT', domain.dkim_keys[0]?.selector],
    ['NEXT', 'spring.2027'],
  ]);
  for (const path of ['rotate-dkim', 'cancel-dkim-rotation']) {
    const refused = await api.rest('POST', `/sending-domains/${domain.id}/${path}`, undefined, {
      token: api.readToken,
    });
    expect([path, refused.status]).toEqual([path, 403]);
    const theirs = await api.rest('POST', `/sending-domains/${domain.id}/${path}`, undefined, {
      token: api.otherToken,
    });
    expect([path, theirs.status]).toEqual([path, 404]);
  }
  const {
    cancelDkimRotation: { sendingDomain: after },
  } = await ask(api, `mutation { cancelDkimRotation(id: "${domain.id}") { sendingDomain ${fields} } }`);
  expect([after.rotationStartedAt, after.dkimKeys.length]).toEqual([null, 1]);
  publish(await begin(domain, { selector: 'spring.2027' }));
  await check(domain);
  const { selector } = await send(domain);
  expect(selector).toBe('spring.2027');
});
