import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { openReporter } from '../../support/generic-feedback.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { fetchAs, readMessage, SCANNER } from '../../support/received-messages.ts';
import { receivedAllNotices } from '../../support/received-notices.ts';
import { openSecondProcess } from '../../support/second-process.ts';
import { type Followed, follow } from '../../support/sse.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

/** A change of a mail, as a stream delivers it. */
interface Seen {
  change: string;
  transactionalMail: { id: string; status: string; opens: number; clicks: number; bounceKind: string | null };
}

let api: TestApp;
let inbox: Inbox;
let report: Awaited<ReturnType<typeof openReporter>>;
/** Streams are of another process than the one that sends and records. */
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
let url: string;
let number = 0;
const streams: Followed<Seen>[] = [];

const CONTENT = `<html><body>${['a', 'b', 'c', 'd', 'e'].map((at) => `<a href="https://shop.test/${at}">${at}</a>`).join(' ')}</body></html>`;

async function open(withoutTriggers: boolean) {
  api = await openTestApp({}, { withoutTriggers });
  inbox = await openInbox(api.installation, []);
  report = await openReporter(api);
  secondProcess = await openSecondProcess(api);
  url = `${await secondProcess.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
  await api.rest('POST', '/templates', { name: 'Receipt', editor: 'html', subject: 'Thanks', content: CONTENT });
}

async function close() {
  await secondProcess.close();
  await inbox.stop();
  await api.close();
}

const CHANGES = `subscription ($template: String, $recipient: EmailAddress, $ids: [ID!], $changes: [TransactionalMailChangeKind!]) {
  transactionalMailChanged(template: $template, recipient: $recipient, ids: $ids, changes: $changes) {
    change transactionalMail { id status opens clicks bounceKind }
  }
}`;

async function followed(variables: Record<string, unknown> = {}, token = api.readToken): Promise<Seen[]> {
  const stream = await follow<Seen>(url, token, CHANGES, variables);
  streams.push(stream);
  return stream.seen;
}

/** Sends a mail. It counts as accepted a minute ago, because an immediate open counts as a machine's. */
async function send() {
  const to = `m${++number}@people.test`;
  const mail = { template: 'Receipt', from: 'shop@shop.test', to: [to] };
  const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  await until(async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'sent');
  await api.db.transactionalMail.updateMany({ where: { id }, data: { sentAt: new Date(Date.now() - 60_000) } });
  return { id: id as string, to, message: readMessage((await inbox.mailTo(to))[0]!, to) };
}

const stateOf = async (id: string) =>
  (
    await ask(
      api,
      `{ transactionalMail(id: "${id}") { status opens clicks openedAt clickedAt bouncedAt bounceKind complainedAt } }`,
    )
  ).transactionalMail;

const kindsOf = (seen: Seen[]) => seen.map(({ change }) => change);
const NOW = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const UNTOUCHED = { openedAt: null, clickedAt: null, bouncedAt: null, bounceKind: null, complainedAt: null };

describe.each([
  ['on one machine', false],
  ['laid out as on several machines', true],
])('%s', (_name, withoutTriggers) => {
  beforeAll(() => open(withoutTriggers));
  afterAll(() => close());
  afterEach(() => Promise.all(streams.splice(0).map((stream) => stream.stop())));

  test('a stream reports each status, open, click, bounce and complaint of a mail, with the mail after it', async () => {
    const seen = await followed();
    const { id, message } = await send();
    expect(await stateOf(id)).toMatchObject({ status: 'SENT', ...UNTOUCHED });
    await fetchAs(api, message.pixel);
    await until(() => seen.length === 3);
    await fetchAs(api, message.clicks[0]!);
    await until(() => seen.length === 4);
    await report('soft', message);
    await until(() => seen.length === 5);
    await report('bounce', message);
    await until(() => seen.length === 6);
    await report('complaint', message);
    await until(() => seen.length === 7);
    expect(kindsOf(seen)).toEqual(['STATUS', 'STATUS', 'OPENED', 'CLICKED', 'BOUNCED', 'BOUNCED', 'COMPLAINED']);
    expect(
      seen.map(({ transactionalMail: mail }) => [mail.id, mail.status, mail.opens, mail.clicks, mail.bounceKind]),
    ).toEqual([
      [id, 'PENDING', 0, 0, null],
      [id, 'SENT', 0, 0, null],
      [id, 'SENT', 1, 0, null],
      [id, 'SENT', 1, 1, null],
      [id, 'SENT', 1, 1, 'SOFT'],
      [id, 'SENT', 1, 1, 'HARD'],
      [id, 'SENT', 1, 1, 'HARD'],
    ]);
    expect(await stateOf(id)).toEqual({
      ...{ status: 'SENT', opens: 1, clicks: 1, bounceKind: 'HARD' },
      ...{ openedAt: NOW, clickedAt: NOW, bouncedAt: NOW, complainedAt: NOW },
    });
  });

  test('a click in an unopened mail is its first open too', async () => {
    const { id, message } = await send();
    await fetchAs(api, message.clicks[0]!);
    const { openedAt, clickedAt } = await stateOf(id);
    expect([openedAt, clickedAt]).toEqual([NOW, openedAt]);
  });

  test('times are those of the first open and of the first bounce of its kind', async () => {
    const { id, message } = await send();
    await fetchAs(api, message.pixel);
    await report('bounce', message);
    const first = await stateOf(id);
    await fetchAs(api, message.pixel);
    await report('bounce', message);
    await report('soft', message);
    expect(await stateOf(id)).toEqual({ ...first, opens: 2 });
  });

  test('a fetch by a scanner is no open, and reported to nobody', async () => {
    const seen = await followed({ changes: ['OPENED'] });
    const [scanned, opened] = [await send(), await send()];
    await fetchAs(api, scanned.message.pixel, SCANNER);
    await fetchAs(api, opened.message.pixel);
    await until(() => seen.length === 1);
    expect(seen[0]!.transactionalMail.id).toBe(opened.id);
    expect(await stateOf(scanned.id)).toMatchObject({ opens: 0, ...UNTOUCHED });
  });

  test('clicks that turn out to be a scanner’s are taken back, which is reported', async () => {
    const { id, message } = await send();
    const seen = await followed({ ids: [id], changes: ['CORRECTED'] });
    for (const link of message.clicks) await fetchAs(api, link);
    await until(() => seen.length > 0);
    expect(await stateOf(id)).toMatchObject({ opens: 0, clicks: 0, ...UNTOUCHED });
  });

  test('a reader chooses mails by id, recipient and template, and the kinds of changes', async () => {
    const [one, other] = [await send(), await send()];
    const ofOne = await followed({ ids: [one.id.toUpperCase()] });
    const ofOther = await followed({ recipient: ` ${other.to.toUpperCase()}` });
    const ofNone = await followed({ template: 'Another' });
    const bounces = await followed({ changes: ['BOUNCED', 'COMPLAINED'] });
    await fetchAs(api, one.message.pixel);
    await fetchAs(api, other.message.pixel);
    await report('bounce', one.message);
    await report('complaint', other.message);
    await until(() => ofOne.length === 2 && ofOther.length === 2 && bounces.length === 2);
    expect(kindsOf(ofOne)).toEqual(['OPENED', 'BOUNCED']);
    expect(kindsOf(ofOther)).toEqual(['OPENED', 'COMPLAINED']);
    expect(bounces.map(({ change, transactionalMail: mail }) => [change, mail.id])).toEqual([
      ['BOUNCED', one.id],
      ['COMPLAINED', other.id],
    ]);
    expect(ofNone).toEqual([]);
  });

  test('another team gets nothing, and opens without a reader are not announced', async () => {
    const announced: string[] = [];
    const stop = api.installation.pubsub.on('mail.reacted', ({ change, ids }) =>
      announced.push(...ids.map((id) => `${change} ${id}`)),
    );
    const theirs = await followed({}, api.otherToken);
    const { id, message } = await send();
    await api.db.team.updateMany({ where: { id: api.teamId }, data: { mailsWatchedUntil: new Date(0) } });
    await fetchAs(api, message.pixel);
    await report('bounce', message);
    await until(() => announced.length > 0);
    await receivedAllNotices(api);
    stop();
    expect(announced).toEqual([`bounced ${id}`]);
    expect(theirs).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ opens: 1, openedAt: NOW, bouncedAt: NOW });
  });

  const FILTERS = [
    ['opened=true', 'opened: true', ['clicked', 'opened']],
    ['opened=false', 'opened: false', ['bounced', 'complained', 'plain', 'soft']],
    ['clicked=true', 'clicked: true', ['clicked']],
    ['clicked=false&opened=true', 'clicked: false, opened: true', ['opened']],
    ['bounced=true', 'bounced: true', ['bounced', 'soft']],
    ['bounce_kind=hard', 'bounceKind: HARD', ['bounced']],
    ['bounce_kind=soft&bounced=true', 'bounceKind: SOFT, bounced: true', ['soft']],
    ['bounced=false&opened=false&complained=false', 'bounced: false, opened: false, complained: false', ['plain']],
    ['complained=true', 'complained: true', ['complained']],
    ['complained=true&status=failed', 'complained: true, status: FAILED', []],
    ['until=2020-01-01T00:00:00Z', 'until: "2020-01-01T00:00:00Z"', []],
    [
      'opened=true&since=2020-01-01T00:00:00%2B01:00',
      'opened: true, since: "2020-01-01T00:00:00+01:00"',
      ['clicked', 'opened'],
    ],
  ] as const;

  test('lists filter by what became of the mails, in both interfaces', async () => {
    await statement(api.databaseUrl, `delete from transactional_mails where team_id = ${api.teamId}`);
    const names = new Map<string, string>();
    for (const what of ['plain', 'opened', 'clicked', 'bounced', 'soft', 'complained']) {
      const { id, message } = await send();
      names.set(id, what);
      if (what === 'opened') await fetchAs(api, message.pixel);
      if (what === 'clicked') await fetchAs(api, message.clicks[0]!);
      if (what === 'bounced') await report('bounce', message);
      if (what === 'soft') await report('soft', message);
      if (what === 'complained') await report('complaint', message);
    }
    const named = (mails: { id: string }[]) => mails.map(({ id }) => names.get(id)!).sort();
    for (const [query, args, expected] of FILTERS) {
      const { status, body } = await api.rest('GET', `/transactional-mails?${query}`);
      expect([query, status, named(body.data), body.meta?.total]).toEqual([query, 200, expected, expected.length]);
      const { transactionalMails } = await ask(
        api,
        `{ transactionalMails(filter: { ${args} }) { totalCount nodes { id } } }`,
      );
      expect([args, named(transactionalMails.nodes)]).toEqual([args, expected]);
    }
  });
});

test('filters with invalid values are refused, and name the field', async () => {
  const app = await openTestApp();
  try {
    for (const [query, field] of [
      ['opened=1', 'opened'],
      ['clicked=yes', 'clicked'],
      ['bounced=hard', 'bounced'],
      ['bounce_kind=true', 'bounce_kind'],
      ['complained=2', 'complained'],
      ['since=yesterday', 'since'],
      ['until=2026-01-01', 'until'],
      ['since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z', 'until'],
    ] as const) {
      const { status, body } = await app.rest('GET', `/transactional-mails?${query}`);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 422, [field]]);
    }
  } finally {
    await app.close();
  }
});
