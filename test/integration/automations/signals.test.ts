import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { linkOf, visit } from '../../support/pages.ts';
import { automate, newSignals } from '../../support/signals.ts';

// On one machine triggers do part of this; with distributed tables the program does.
describe.each([
  ['on one machine', false],
  ['where tables are distributed', true],
])('%s', (_, withoutTriggers) => {
  let api: TestApp;
  let list: string;
  beforeAll(async () => {
    api = await openTestApp({}, { withoutTriggers });
    list = await makeList(api);
  });
  afterAll(() => api.close());

  const tagOf = async (name: string) =>
    String((await api.db.tag.findFirstOrThrow({ where: { teamId: api.teamId, slug: name } })).id);

  test('an event with a listener triggers once, others and duplicates do not', async () => {
    await automate(api, { to: [{ kind: 'event', ref: 'cart.abandoned' }] });
    await automate(api, { to: [{ kind: 'event', ref: 'cart.abandoned' }] });
    const one = { email: 'ann@x.test', name: 'cart.abandoned', reference: 'cart-1' };
    await api.rest('POST', '/events', one);
    await api.rest('POST', '/events', one);
    await api.rest('POST', '/events', {
      events: [one, { ...one, reference: 'cart-2' }, { email: 'ann@x.test', name: 'viewed' }],
    });
    const [signal] = await api.db.automationSignal.findMany();
    expect(await api.db.event.findFirst({ where: { id: signal!.eventId! } })).toMatchObject({ name: 'cart.abandoned' });
    expect(await newSignals(api)).toEqual(['ann event cart.abandoned', 'ann event cart.abandoned']);
  });

  test('recording an event notifies automations in the same statement', async () => {
    const sent = await api.statements(() =>
      api.rest('POST', '/events', { email: 'ann@x.test', name: 'cart.abandoned' }),
    );
    expect(sent.filter((text) => /record_events|automation_/.test(text))).toHaveLength(1);
    expect(await newSignals(api)).toEqual(['ann event cart.abandoned']);
  });

  test('without listeners, changes of a subscriber are not recorded', async () => {
    const quiet = await makeList(api);
    await subscribe(api, quiet, [{ email: 'quiet@x.test', tags: ['silent'] }]);
    const { id } = await readSubscriber(api, quiet, 'quiet@x.test');
    await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    await api.rest('DELETE', `/subscribers/${id}`);
    expect(await newSignals(api)).toEqual([]);
  });

  test('subscribing, leaving and coming back trigger for the listened list', async () => {
    const other = await makeList(api);
    const kinds = ['subscribed', 'confirmed', 'unsubscribed'];
    await automate(api, { list, to: [...kinds.map((kind) => ({ kind, ref: list })), { kind: 'left', ref: '' }] });
    const email = 'bea@x.test';
    await subscribe(api, other, [{ email }]);
    await subscribe(api, list, [{ email }]);
    expect(await newSignals(api, { [list]: 'here' })).toEqual(['bea subscribed here']);
    await subscribe(api, list, [{ email, first_name: 'Bea' }]);
    expect(await newSignals(api)).toEqual([]);
    const { id } = await readSubscriber(api, list, email);
    await visit(api, 'POST', linkOf(api, 'unsubscribe', id));
    await visit(api, 'POST', linkOf(api, 'unsubscribe', id));
    expect(await newSignals(api, { [list]: 'here' })).toEqual(['bea left', 'bea unsubscribed here']);
    await subscribe(api, list, [{ email, resubscribe: true }]);
    expect(await newSignals(api, { [list]: 'here' })).toEqual(['bea subscribed here']);
  });

  test('a subscriber triggers "confirmed" and "subscribed" only when they confirm', async () => {
    const asking = await makeList(api, { requires_confirmation: true });
    await automate(api, { to: ['subscribed', 'confirmed'].map((kind) => ({ kind, ref: asking })) });
    const email = 'cleo@x.test';
    await subscribe(api, asking, [{ email }]);
    expect(await newSignals(api)).toEqual([]);
    const { id } = await readSubscriber(api, asking, email);
    await visit(api, 'POST', linkOf(api, 'confirm', id));
    await visit(api, 'POST', linkOf(api, 'confirm', id));
    expect(await newSignals(api, { [asking]: 'here' })).toEqual(['cleo confirmed here', 'cleo subscribed here']);
  });

  test('added and removed tags trigger, including those of new subscribers, but a deleted tag does not', async () => {
    await subscribe(api, list, [{ email: 'dan@x.test', tags: ['vip', 'other'] }]);
    const vip = await tagOf('vip');
    const about = (ref: string) => ['tag_added', 'tag_removed'].map((kind) => ({ kind, ref }));
    await automate(api, { to: about(vip) });
    await subscribe(api, list, [{ email: 'eve@x.test', tags: ['vip', 'other'] }]);
    await newSignals(api, { [list]: 'here' }).then((signals) => expect(signals).toContain(`eve tag_added ${vip}`));
    const { id } = await readSubscriber(api, list, 'dan@x.test');
    await api.rest('POST', `/subscribers/${id}/tags`, { tags: ['vip', 'third'] });
    expect(await newSignals(api)).toEqual([]);
    await api.rest('DELETE', `/subscribers/${id}/tags`, { tags: ['vip', 'third'] });
    expect(await newSignals(api, { [vip]: 'vip' })).toEqual(['dan tag_removed vip']);
    await api.rest('PATCH', `/subscribers/${id}`, { tags: ['VIP'] });
    expect(await newSignals(api, { [vip]: 'vip' })).toEqual(['dan tag_added vip']);
    await api.rest('PATCH', `/subscribers/${id}`, { tags: [] });
    expect(await newSignals(api, { [vip]: 'vip' })).toEqual(['dan tag_removed vip']);
  });

  test('deleted, suppressed and erased people count as leaving', async () => {
    const people = ['deleted', 'suppressed', 'erased'].map((name) => ({ email: `${name}@x.test` }));
    await subscribe(api, list, people);
    await newSignals(api);
    const { id } = await readSubscriber(api, list, 'deleted@x.test');
    await api.rest('DELETE', `/subscribers/${id}`);
    expect(await newSignals(api)).toEqual(['deleted left']);
    await api.rest('POST', '/suppressions', { email: 'suppressed@x.test' });
    expect(await newSignals(api)).toEqual(['suppressed left']);
    await api.graphql('mutation { erasePerson(input: { email: "erased@x.test" }) { suppression { id } } }');
    expect(await newSignals(api)).toEqual(['erased left']);
  });

  test('deleting a list counts as leaving for people with a run in progress', async () => {
    const going = await makeList(api);
    await subscribe(api, going, [{ email: 'under-way@x.test' }, { email: 'idle@x.test' }]);
    const { personKey } = await api.db.subscriber.findFirstOrThrow({ where: { email: 'under-way@x.test' } });
    const automationId = await automate(api, {});
    const one = { teamId: api.teamId, automationId, version: 1, personKey, again: 'always' };
    await api.db.automationRun.create({ data: { ...one, id: automationId } });
    await newSignals(api);
    await api.rest('DELETE', `/lists/${going}`);
    expect(await newSignals(api)).toEqual(['under-way left']);
  });

  test('eight simultaneous calls trigger once for each person', async () => {
    const rows = rowsOf(40, 'many');
    await Promise.all(Array.from({ length: 8 }, () => subscribe(api, list, rows)));
    expect(await newSignals(api, { [list]: 'here' })).toEqual(rows.map((_, n) => `many${n} subscribed here`).sort());
    const ids = (await api.db.subscriber.findMany({ where: { email: { startsWith: 'many' } } })).map(({ id }) => id);
    const all = [...ids, ...ids].map((id) => api.rest('POST', `/subscribers/${id}/unsubscribe`));
    await Promise.all(all);
    expect((await newSignals(api)).filter((signal) => signal.includes('unsubscribed'))).toHaveLength(40);
  });

  test('a batch costs the same number of statements for any number of subscribers', async () => {
    const count = async (rows: unknown[]) => (await api.statements(() => subscribe(api, list, rows))).length;
    const few = await count(rowsOf(2, 'few'));
    expect(await count(rowsOf(90, 'lots'))).toBe(few);
    await newSignals(api);
  });
});
