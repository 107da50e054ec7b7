import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import type { Claim } from '../../../src/domain/ledger/claim.ts';
import { claimMails, extendLeases } from '../../../src/domain/ledger/claim-messages.ts';
import { type Settlement, writeLedger } from '../../../src/domain/ledger/write-ledger.ts';
import { newId } from '../../../src/ids.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';
import { type DeliverySetup, openDeliverySetup } from './delivery-setup.ts';

let setup: DeliverySetup;
let server: MailServer;
const begin = async (claim: Claim, recipients = ['ann@example.test'], leaseSeconds = 20) =>
  (await writeLedger(setup.connection.db, [], [{ claim, recipients }], leaseSeconds)).started.length === 1;
const settle = async (settlements: Settlement[]) =>
  (await writeLedger(setup.connection.db, settlements, [], 20)).settled;

beforeAll(async () => {
  setup = await openDeliverySetup();
  server = await startMailServer();
});
afterAll(async () => {
  await setup.close();
  await server.close();
  await closeRendering();
});
beforeEach(async () => {
  await setup.connection.db.transactionalMail.deleteMany();
});

const claimOne = async (leaseSeconds: number) => {
  const [claim = expect.fail()] = await claimMails(setup.connection.db, { limit: 10, leaseSeconds, holder: 1 });
  return claim;
};

test('no other worker claims a row while the lease holds', async () => {
  const { db } = setup.connection;
  await setup.addMail();
  expect(await claimMails(db, { limit: 10, leaseSeconds: 20, holder: 1 })).toHaveLength(1);
  expect(await claimMails(db, { limit: 10, leaseSeconds: 20, holder: 1 })).toHaveLength(0);
});

test('a worker whose expired lease was taken over cannot change the row', async () => {
  const { db } = setup.connection;
  const id = await setup.addMail();
  const slow = await claimOne(0);
  const quick = await claimOne(20);
  expect(await begin(slow)).toBe(false);
  expect(await extendLeases(db, [slow], 20)).toEqual([]);
  expect(await settle([{ claim: slow, state: 'failed', reason: 'too late' }])).toEqual([]);
  expect((await setup.read(id)).status).toBe('pending');
  expect(await begin(quick)).toBe(true);
  expect(await extendLeases(db, [quick], 20)).toEqual([quick]);
  expect(await settle([{ claim: quick, state: 'sent', subject: 'Half \ud83d and \0' }])).toEqual([quick]);
  expect(await setup.read(id)).toMatchObject({ status: 'sent', subject: expect.stringContaining('Half') });
});

test('a sent message is not sent again with the same claim', async () => {
  await setup.addMail();
  const claim = await claimOne(20);
  expect([await begin(claim), await begin(claim)]).toEqual([true, false]);
});

test('an expired lease starts no sending, even if no other worker took the row', async () => {
  await setup.addMail();
  expect(await begin(await claimOne(0))).toBe(false);
});

test('a recipient suppressed between claim and sending gets no message', async () => {
  const { db } = setup.connection;
  const id = await setup.addMail({ to: ['late@example.test'] });
  const claim = await claimOne(20);
  const data = { teamId: setup.teamId, id: newId(), target: 'late@example.test' };
  await db.suppression.create({ data });
  expect(await begin(claim, ['late@example.test'])).toBe(false);
  await settle([{ claim, state: 'queued', delaySeconds: 0 }]);
  const delivery = setup.deliver(server.url);
  expect((await setup.settled(id)).failureReason).toBe('The recipient is suppressed.');
  await delivery.stop();
});

test('a mail overtakes waiting confirmations of any age', async () => {
  const { db } = setup.connection;
  const ids = { teamId: setup.teamId, id: newId() };
  await db.list.create({ data: { ...ids, name: 'News', fromEmail: 'news@bakery.test' } });
  const people = Array.from({ length: 50 }, (_, index) => ({ key: newId(), email: `c${index}@example.test` }));
  await db.person.createMany({ data: people.map((person) => ({ teamId: setup.teamId, ...person })) });
  const subscribers = people.map(({ key, email }) => ({ id: newId(), personKey: key, email }));
  const given = { teamId: setup.teamId, listId: ids.id, status: 'unconfirmed' } as const;
  await db.subscriber.createMany({ data: subscribers.map((subscriber) => ({ ...given, ...subscriber })) });
  const waiting = { teamId: setup.teamId, kind: 'confirmation', dueAt: new Date(0) } as const;
  await db.message.createMany({ data: subscribers.map(({ id }) => ({ ...waiting, id: newId(), subscriberId: id })) });
  const mails = [await setup.addMail(), await setup.addMail()];
  const claims = await claimMails(db, { limit: 10, leaseSeconds: 20, holder: 1 });
  expect(claims).toHaveLength(10);
  expect(claims.flatMap(({ mailId }) => mailId ?? []).toSorted()).toEqual(mails.toSorted());
  expect(await claimMails(db, { limit: 100, leaseSeconds: 20, holder: 1 })).toHaveLength(42);
  await db.list.deleteMany();
});

test('a suspended team’s mail waits', async () => {
  const { db } = setup.connection;
  await setup.addMail();
  await db.team.update({ where: { id: setup.teamId }, data: { status: 'suspended' } });
  expect(await claimMails(db, { limit: 10, leaseSeconds: 20, holder: 1 })).toEqual([]);
  await db.team.update({ where: { id: setup.teamId }, data: { status: 'active' } });
  expect(await claimMails(db, { limit: 10, leaseSeconds: 20, holder: 1 })).toHaveLength(1);
});

test('a message of a worker that vanished while sending is sent once more; after a second time it fails as possibly arrived', async () => {
  const once = await setup.addMail();
  expect(await begin(await claimOne(20), undefined, 0)).toBe(true);
  const delivery = setup.deliver(server.url);
  expect((await setup.settled(once)).status).toBe('sent');
  await delivery.stop();

  const twice = await setup.addMail();
  for (const _ of [1, 2]) expect(await begin(await claimOne(20), undefined, 0)).toBe(true);
  const before = server.received.length;
  const again = setup.deliver(server.url);
  const mail = await setup.settled(twice);
  await again.stop();
  expect(mail).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('may have arrived') });
  expect(server.received).toHaveLength(before);
});

test('two workers share the mails, and each mail is sent once', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 200; n++) ids.push(await setup.addMail({ to: [`n${n}@example.test`], variables: { order: n } }));
  server.received.length = 0;
  const workers = [setup.deliver(server.url), setup.deliver(server.url)];
  const { db } = setup.connection;
  await until(async () => (await db.transactionalMail.count({ where: { status: 'pending' } })) === 0);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(await db.transactionalMail.count({ where: { status: 'sent' } })).toBe(200);
  expect(server.received).toHaveLength(200);
  expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(200);
});

test('stopping returns unstarted messages', async () => {
  const { db } = setup.connection;
  for (let n = 0; n < 60; n++) await setup.addMail();
  const worker = setup.deliver(`${server.url}?pool=1&rate=5`);
  await until(async () => (await db.transactionalMail.count({ where: { status: 'sent' } })) > 0);
  await worker.stop();
  expect(await db.message.count({ where: { state: { in: ['claimed', 'sending'] } } })).toBe(0);
  expect(await db.message.count({ where: { state: 'queued' } })).toBeGreaterThan(0);
});

test('a database that drops its connections stops no work for good', async () => {
  const { db, pool } = setup.connection;
  const worker = setup.deliver(server.url);
  const before = await setup.addMail();
  expect((await setup.settled(before)).status).toBe('sent');
  await pool.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const ask = () => Promise.all(Array.from({ length: 8 }, () => pool.query('select 1')));
  await until(() =>
    ask().then(
      () => true,
      () => false,
    ),
  );
  const ids = { teamId: setup.teamId, id: newId() };
  const mail = await db.transactionalMail.findFirstOrThrow({ where: { id: before } });
  const { headers, variables, attachments, names, ...rest } = mail;
  await db.transactionalMail.create({ data: { ...rest, ...ids, status: 'pending', sentAt: null } });
  await db.message.create({ data: { ...ids, kind: 'transactional', mailId: ids.id } });
  expect((await setup.settled(ids.id)).status).toBe('sent');
  await worker.stop();
});

test('a mail in progress is not repeated while its worker lives, even if it is slow', async () => {
  const { db } = setup.connection;
  const id = await setup.addMail();
  const worker = await setup.openOtherProcess();
  const [claim = expect.fail()] = await claimMails(db, { limit: 10, leaseSeconds: 20, holder: worker.presence });
  expect(await begin(claim, undefined, 0)).toBe(true);
  expect(await claimMails(db, { limit: 10, leaseSeconds: 20, holder: 2 })).toEqual([]);
  await worker.close();
  await until(async () => (await claimMails(db, { limit: 10, leaseSeconds: 20, holder: 2 })).length === 1);
  expect((await setup.read(id)).status).toBe('pending');
});

test('teams share a claim, and a team without due messages takes no part', async () => {
  const { db } = setup.connection;
  const later = new Date(Date.now() + 3_600_000);
  const others = Array.from({ length: 12 }, (_, number) => ({ publicId: newId(), name: `Other ${number}` }));
  const teams = await db.team.createManyAndReturn({ data: others });
  const ids = teams.map(({ id: teamId }) => ({ teamId, id: newId() }));
  const mail = {
    template: 'order',
    templateId: newId(),
    fromEmail: 'a@b.test',
    to: ['c@d.test'],
    recipients: ['c@d.test'],
  };
  await db.transactionalMail.createMany({ data: ids.map((one) => ({ ...one, ...mail })) });
  await db.message.createMany({
    data: ids.map((one) => ({ ...one, kind: 'transactional' as const, mailId: one.id, dueAt: later })),
  });
  for (let n = 0; n < 30; n++) await setup.addMail();
  const claim = async () =>
    (await claimMails(db, { limit: 10, leaseSeconds: 20, holder: 1 })).map(({ teamId }) => teamId);
  expect(await claim()).toEqual(Array(10).fill(setup.teamId));
  await db.message.updateMany({ where: { dueAt: later }, data: { dueAt: new Date(0) } });
  expect(new Set(await claim()).size).toBe(10);
  await db.team.deleteMany({ where: { id: { in: teams.map(({ id }) => id) } } });
});
