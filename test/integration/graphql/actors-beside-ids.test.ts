import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeAutomation } from '../../support/automations.ts';
import { ask } from '../../support/graphql.ts';
import { type SignedIn, signIn } from '../../support/members.ts';
import { makeAllWebhookDeliveries, makeWebhook } from '../../support/webhooks.ts';

let api: TestApp;
let members: SignedIn[];
beforeAll(async () => {
  api = await openTestApp();
  members = [];
  for (const name of ['ann', 'bob', 'cem', 'dan']) members.push(await signIn(api, 'owner', `${name}@staff.test`));
});
afterAll(() => api.close());

/** What `show` returns of two and of four rows. Each takes the same number of statements. */
async function few<Shown>(query: string, show: (data: never) => Shown[]): Promise<Shown[]> {
  const read = async (first: number) => {
    let shown: Shown[] = [];
    const sent = await api.statements(async () => {
      shown = show((await ask(api, query, { first })) as never);
    });
    expect(shown).toHaveLength(first);
    return { shown, statements: sent.length };
  };
  const [two, four] = [await read(2), await read(4)];
  expect(four.statements).toBe(two.statements);
  return four.shown;
}

type Nodes<Row> = { nodes: Row[] };

test('the members who created tokens are read together', async () => {
  for (const { options } of members) await api.rest('POST', '/tokens', { name: 'Shop', ability: 'read' }, options);
  const emails = await few(
    'query ($first: Int!) { apiTokens(first: $first) { nodes { createdBy { email } } } }',
    ({ apiTokens }: { apiTokens: Nodes<{ createdBy: { email: string } }> }) =>
      apiTokens.nodes.map(({ createdBy }) => createdBy.email),
  );
  expect(emails).toEqual(['dan@staff.test', 'cem@staff.test', 'bob@staff.test', 'ann@staff.test']);
});

test('the members who sent invitations are read together, and one who left is null', async () => {
  const gone = newId();
  const by = [...members.slice(0, 3).map(({ memberId }) => memberId), gone];
  for (const [n, invitedBy] of by.entries()) {
    const expiresAt = new Date('2099-01-01');
    const data = {
      teamId: api.teamId,
      id: newId(),
      email: `${n}@new.test`,
      role: 'editor' as const,
      invitedBy,
      expiresAt,
    };
    await api.db.invitation.create({ data });
  }
  const invited = await few(
    'query ($first: Int!) { invitations(first: $first) { nodes { email invitedBy { email } } } }',
    ({ invitations }: { invitations: Nodes<{ email: string; invitedBy: { email: string } | null }> }) =>
      invitations.nodes.map(({ email, invitedBy }) => [email, invitedBy?.email]),
  );
  expect(Object.fromEntries(invited)).toEqual({
    ...{ '0@new.test': 'ann@staff.test', '1@new.test': 'bob@staff.test', '2@new.test': 'cem@staff.test' },
    '3@new.test': undefined,
  });
});

test('the audit log shows the member or the token that acted, and reads them together', async () => {
  const [ann, bob] = members as [SignedIn, SignedIn];
  await api.rest('POST', '/tags', { name: 'one' });
  await api.rest('POST', '/tags', { name: 'two' }, ann.options);
  await api.rest('POST', '/tags', { name: 'three' });
  await api.rest('POST', '/tags', { name: 'four' }, bob.options);
  const actors = await few(
    'query ($first: Int!) { auditLog(first: $first) { nodes { actor { member { email } apiToken { name } } } } }',
    ({ auditLog }: { auditLog: Nodes<{ actor: object }> }) => auditLog.nodes.map(({ actor }) => actor),
  );
  const token = { member: null, apiToken: { name: 'First token' } };
  expect(actors).toEqual([
    { member: { email: 'bob@staff.test' }, apiToken: null },
    token,
    { member: { email: 'ann@staff.test' }, apiToken: null },
    token,
  ]);
});

test('the automations that sent e-mails are read together, and a deleted one is null', async () => {
  await api.rest('POST', '/templates', { name: 'Issue', editor: 'html', subject: 'Hi', content: '<p>Hi</p>' });
  const automations = [newId()];
  for (const name of ['Cart', 'Welcome', 'Birthday']) automations.push(await makeAutomation(api, { name }));
  for (const automationId of automations) {
    const mail = { from: 'shop@shop.test', to: ['vi@people.test'], subject: 'Hi', html: '<p>Hi</p>' };
    const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
    await api.db.transactionalMail.updateMany({
      where: { id },
      data: { automationId, automationStep: 'mail', runId: newId() },
    });
  }
  const names = await few(
    'query ($first: Int!) { transactionalMails(first: $first) { nodes { automation { name } } } }',
    ({ transactionalMails }: { transactionalMails: Nodes<{ automation: { name: string } | null }> }) =>
      transactionalMails.nodes.map(({ automation }) => automation?.name),
  );
  expect(names).toEqual(['Birthday', 'Welcome', 'Cart', undefined]);
});

test('the webhooks of deliveries are read together', async () => {
  for (let n = 0; n < 4; n++)
    await makeWebhook(api, { url: `https://hooks.shop.test/${n}`, kinds: ['event.recorded'] });
  await api.rest('POST', '/events', { email: 'ada@people.test', name: 'seen' });
  await makeAllWebhookDeliveries(api);
  const urls = await few(
    'query ($first: Int!) { webhooks(first: $first) { nodes { url deliveries { nodes { webhook { url } } } } } }',
    ({ webhooks }: { webhooks: Nodes<{ url: string; deliveries: Nodes<{ webhook: { url: string } }> }> }) =>
      webhooks.nodes.map(({ url, deliveries }) => [url, deliveries.nodes.map(({ webhook }) => webhook.url)]),
  );
  expect(urls).toEqual([3, 2, 1, 0].map((n) => [`https://hooks.shop.test/${n}`, [`https://hooks.shop.test/${n}`]]));
});
