import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { importCsv, sendCsv, statusesOn } from '../../support/csv.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.contactField.deleteMany();
  list = await makeList(api);
});

const send = (file: string, query: Record<string, string> = {}, path = '/imports') =>
  sendCsv(api, list, file, { query, path });
const mapping = (given: object) => ({ mapping: JSON.stringify(given) });

/** Names of columns that no product of the table writes, in the languages of our users. */
const ASKED = [
  ...[
    'Marketing preferences',
    'Mailing blacklist',
    'GDPR notes',
    'Bounces',
    'Complaints',
    'Unsub source',
    'DNC flag',
    'My status',
  ],
  ...[
    'Opted-out topics',
    'Contactable',
    'Can be emailed',
    'Keine E-Mails',
    'Ne pas contacter',
    'No contactar',
    'Deleted',
    'Email preferences',
    'Suppression list',
    'Do not disturb',
    'Account disabled',
    'Subscribes to',
    'Accepted terms of newsletter',
  ],
  ...[
    'Werbung',
    'Einwilligungstext',
    'Abonnements',
    'Abgemeldet von',
    'Widerspruchsart',
    'Consentement reçu le / de',
    'Désinscription (motif)',
  ],
  ...[
    'Boletín semanal',
    'Consenso privacy',
    'Zgody klienta',
    'Toestemmingen',
    'メルマガ区分',
    'Согласие (текст)',
    '订阅类型',
  ],
  ...(
    'Deactivated|Activated?|Left|Date left|Declined|Refused|Rejected|Withdrawn|Revoked|Objection|Muted|Paused|Stopped|Lapsed|Closed|Contact allowed|OK to email|Agreed|Agreement|Approved|CASL|LGPD|Wants updates|Send emails|Send me news|Promo emails|Offers|Mktg OK|Bounce count|Valid email|Email Opt|Is Active|Active|Enabled|Verified|Deaktiviert|' +
    'Einverständnis|Gekündigt|Austritt|Robinsonliste|Mailings erwünscht|Infopost|Accord|Refus|Résilié|Rebond|Autoriza|Autorizzazione|Cancelado|Descadastro|Akkoord|Rezygnacja|Отказ|Не писать|退訂|不接受|退会|마케팅 동의|Hozzájárulás|Feliratkozott|Odhlásený|Dezabonat|Abonat|Tilmeldt|Påmeldt|Avmeldt|Markkinointilupa|Suoramarkkinointikielto|Abonelik|İzin|Συναίνεση|Διαγραφή|Згода|Відписаний|Съгласие|הסכמה|موافقة|Estado|Stav|Stato|Állapot|Durum|状态|状態|ステータス|Situação|is_email1_bad'
  ).split('|'),
];

test.each(ASKED)('a file with a column %s is refused until the caller maps or ignores it', async (name) => {
  const file = `email;${name}\na@x.test;maybe\n`;
  const { status, body } = await send(file);
  expect([status, Object.keys(body.errors)]).toEqual([422, [`mapping.${name}`]]);
  expect(body.message).toBe(
    `The column "${name}" may contain unsubscribes or missing opt-ins. Map it to "opted_in" (yes: subscribed), "blocklisted" (yes: unsubscribed) or "status" (words), or map it to null to ignore it.`,
  );
  expect(await statusesOn(api, list)).toEqual({});
  const preview = await send(file, {}, '/imports/preview');
  expect(preview.status).toBe(200);
  expect(preview.body.data.problems).toEqual([{ column: name, message: body.message }]);
  expect(preview.body.data.mapping).toEqual({ email: 'email' });
  expect(preview.body.data.sample).toMatchObject({ rows: 1, subscribed: null, unsubscribed: null, skipped: null });
  expect(await importCsv(api, list, file, { query: mapping({ [name]: null }) })).toMatchObject({ added: 1 });
});

test('plain columns need no answer', async () => {
  const names = [
    'City',
    'Accounts',
    'Total Orders',
    'Birthday',
    'Order status',
    'SMS opt-in',
    'Subscription plan',
    'Marketing source',
  ];
  const { status, body } = await send(
    `email,${names.join(',')},created_at,import_error\na@x.test,${names.map(() => 'x').join(',')},,\n`,
  );
  expect([status, body.message]).toEqual([202, undefined]);
});

test('a column with unsubscribe marks needs an answer, under any name and without a header', async () => {
  for (const word of [
    'Unsubscribed',
    'opted out',
    'NEVER_SUBSCRIBED',
    'Hard bounce',
    "['USER_SUPPRESSED']",
    'désabonné',
    'abgemeldet',
  ]) {
    const named = await send(`email,State\na@x.test,\nb@x.test,${word}\n`);
    expect([named.status, Object.keys(named.body.errors)]).toEqual([422, ['mapping.State']]);
    const bare = await send(`a@x.test,x\nb@x.test,${word}\n`);
    expect([bare.status, Object.keys(bare.body.errors)]).toEqual([422, ['mapping.2']]);
  }
  const file = 'email,State\na@x.test,\nb@x.test,Unsubscribed\nc@x.test,subscribed\n';
  await importCsv(api, list, file, { query: mapping({ State: 'status' }) });
  expect(await statusesOn(api, list)).toEqual({ 'c@x.test': 'subscribed' });
  await importCsv(api, list, file, { query: mapping({ State: 'blocklisted' }) });
  expect(await statusesOn(api, list)).toMatchObject({ 'a@x.test': 'subscribed' });
});

test('unsubscribe marks in other words and languages need an answer, but notes do not', async () => {
  const words =
    'unsubscribe|OPTOUT|Abgemeldet am 1.1.|DNC|cleaned|spam|blocked|declined|no marketing|consent withdrawn|widerrufen';
  for (const word of `${words}|un-subscribed|unsubscribed (manually)|désabonné(e)|NPAI|退订|수신거부|leiratkozott|geblokkeerd`.split(
    '|',
  )) {
    const { status, body } = await send(`email;Info\na@x.test;\nb@x.test;${word}\n`);
    expect([word, status, Object.keys(body.errors ?? {})]).toEqual([word, 422, ['mapping.Info']]);
  }
  const notes = ['left a message', 'spam filter eats our invoices', 'a blocked drain', 'removed the old item'];
  expect((await send(`email;Info\n${notes.map((note, row) => `n${row}@x.test;${note}`).join('\n')}\n`)).status).toBe(
    202,
  );
});

test('order statuses need no answer, unless they contain a word for unsubscribing', async () => {
  for (const name of ['Ticket status', 'Order status', 'Invoice status', 'Bestellstatus', 'Zahlungsstatus']) {
    expect((await send(`email,${name}\na@x.test,declined\n`)).status).toBe(202);
    expect((await send(`email,${name}\na@x.test,unsubscribed\n`)).status).toBe(422);
  }
});

test('columns about calls and text messages, and empty product columns, need no answer', async () => {
  const names = [
    'DoNotCall',
    'sms_subscribed',
    'SMS status',
    'Subscription Method',
    'Permission to Track',
    'Email status changed at',
  ];
  names.push('Receive Review/Abandoned Cart Emails?', 'Unsubscribed Mode', 'permissions', 'opt_in_ip', 'spam_score');
  const { status, body } = await send(`email,${names.join(',')}\na@x.test,${names.map(() => 'x').join(',')}\n`);
  expect([status, body.message]).toEqual([202, undefined]);
});

test('all unanswered columns are reported at once, and equal names by number', async () => {
  const { body } = await send('email,My status,Werbung,Werbung\na@x.test,1,2,3\n');
  expect(Object.keys(body.errors)).toEqual(['mapping.My status', 'mapping.Werbung', 'mapping.4']);
  expect(body.message).toContain('(and 2 more errors)');
  const query = mapping({ 'My status': null, 3: null, 4: null });
  expect((await send('email,My status,Werbung,Werbung\na@x.test,1,2,3\n', query)).status).toBe(202);
});

test('a column about consent is mapped as yes for subscribed, yes for unsubscribed, or by its words', async () => {
  const file = 'email,Werbung\nyes@x.test,ja\nno@x.test,nein\nnone@x.test,\n';
  await importCsv(api, list, file, { query: mapping({ Werbung: 'opted_in' }) });
  expect(await statusesOn(api, list)).toEqual({ 'yes@x.test': 'subscribed' });
  list = await makeList(api);
  await importCsv(api, list, file, { query: mapping({ Werbung: 'blocklisted' }) });
  expect(await statusesOn(api, list)).toEqual({ 'no@x.test': 'subscribed', 'none@x.test': 'subscribed' });
  list = await makeList(api);
  const statuses = '{"ja":"subscribed","nein":"unsubscribed"}';
  await importCsv(api, list, file, {
    query: { ...mapping({ Werbung: 'status' }), statuses, import_unsubscribed: 'true' },
  });
  expect(await statusesOn(api, list)).toMatchObject({ 'yes@x.test': 'subscribed', 'no@x.test': 'unsubscribed' });
  list = await makeList(api);
  await importCsv(api, list, file, { query: mapping({ Werbung: 'attributes.ads' }) });
  expect(Object.keys(await statusesOn(api, list))).toHaveLength(3);
});

test('an opt-in column stays one when its times are mapped as the preview suggests', async () => {
  const file = 'email,Newsletter\nyes@x.test,2020-01-02\nnone@x.test,\n';
  const { body } = await send(file, {}, '/imports/preview');
  expect(body.data.mapping).toEqual({ email: 'email', Newsletter: 'subscribed_at' });
  await importCsv(api, list, file, { query: mapping(body.data.mapping) });
  expect(await statusesOn(api, list)).toEqual({ 'yes@x.test': 'subscribed' });
});

test('unknown words of an opt-in column fail their rows, and the preview lists them', async () => {
  const file = 'email,Accepts Marketing\nyes@x.test,yes\nodd@x.test,perhaps\nno@x.test,no\n';
  const { body } = await send(file, {}, '/imports/preview');
  expect(body.data.sample).toMatchObject({ subscribed: 1, skipped: 1, failed: 2 });
  expect(body.data.sample.unknown_statuses).toEqual([{ status: 'perhaps', rows: 1 }]);
  // A word cannot turn a no into a yes.
  const statuses = '{"perhaps":"subscribed","no":"subscribed"}';
  await importCsv(api, list, file, { query: { statuses } });
  expect(Object.keys(await statusesOn(api, list)).toSorted()).toEqual(['odd@x.test', 'yes@x.test']);
});

test('a no ends an existing subscription if unsubscribed people are imported, and never starts one', async () => {
  await subscribe(api, list, [{ email: 'no@x.test' }, { email: 'none@x.test' }]);
  const file = 'email,Accepts Marketing\nno@x.test,no\nnone@x.test,\nnew@x.test,no\n';
  expect(await importCsv(api, list, file)).toMatchObject({ added: 0, failed: 3, skipped: 3 });
  expect(await statusesOn(api, list)).toEqual({ 'no@x.test': 'subscribed', 'none@x.test': 'subscribed' });
  const query = { import_unsubscribed: 'true', resubscribe: 'true', confirmed: 'true' };
  expect(await importCsv(api, list, file, { query })).toMatchObject({ added: 1, updated: 1, failed: 1, skipped: 1 });
  const ended = { 'new@x.test': 'unsubscribed', 'no@x.test': 'unsubscribed', 'none@x.test': 'subscribed' };
  expect(await statusesOn(api, list)).toEqual(ended);
});

test('a row without any opt-in is skipped and counted, and names the empty column', async () => {
  const { errors, skipped } = await importCsv(api, list, 'email,Newsletter\na@x.test,yes\nb@x.test,\nc@x.test,n/a\n');
  expect(skipped).toBe(2);
  expect(errors[0]).toEqual({
    row: 3,
    email: 'b@x.test',
    message: 'The person did not opt in: the column "Newsletter" is empty.',
  });
  const { body } = await api.graphql('query ($list: ID!) { imports(listId: $list) { nodes { failed skipped } } }', {
    list,
  });
  expect(body.data.imports.nodes).toEqual([{ failed: 2, skipped: 2 }]);
});

test('a consent column with the name of a contact field needs an answer, and fills the field when mapped', async () => {
  await api.rest('POST', '/fields', { key: 'accepts_marketing', type: 'boolean' });
  const file = 'email,Accepts Marketing\na@x.test,no\n';
  const { status, body } = await send(file);
  expect([status, body.message]).toEqual([422, expect.stringContaining('"attributes.accepts_marketing"')]);
  await importCsv(api, list, file, { query: mapping({ 'Accepts Marketing': 'attributes.accepts_marketing' }) });
  expect((await readSubscriber(api, list, 'a@x.test')).attributes).toEqual({ accepts_marketing: false });
  await importCsv(api, await makeList(api), 'email,attributes.accepts_marketing\na@x.test,no\n');
});

test('our own export needs no answers', async () => {
  await subscribe(api, list, [
    { email: 'a@x.test', attributes: { newsletter: 'weekly', status_note: 'x', unsubscribed: 'no' } },
  ]);
  const { payload } = await api.app.inject({
    url: `/v1/lists/${list}/exports`,
    headers: { authorization: `Bearer ${api.token}` },
  });
  list = await makeList(api);
  expect(await importCsv(api, list, payload)).toMatchObject({ added: 1, failed: 0 });
});

test('failed rows are imported again without answers', async () => {
  const { id } = await importCsv(api, list, 'Email,Accepts Marketing\nbroken,yes\nb@x.test,\n');
  const { payload } = await api.app.inject({
    url: `/v1/imports/${id}/failed-rows`,
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(await importCsv(api, list, payload.replace('broken', 'mended@x.test'))).toMatchObject({
    added: 1,
    skipped: 1,
  });
});

test('GraphQL asks for answers too', async () => {
  const preview = `query ($list: ID!, $csv: String!) { previewImport(input: { listId: $list, csv: $csv }) {
    problems { column message } mapping sample { subscribed skipped } } }`;
  const variables = { list, csv: 'email,Werbung\na@x.test,ja\n' };
  const { data } = (await api.graphql(preview, variables)).body;
  expect(data.previewImport).toMatchObject({
    mapping: { email: 'email' },
    sample: { subscribed: null, skipped: null },
  });
  expect(data.previewImport.problems).toEqual([
    { column: 'Werbung', message: expect.stringContaining('missing opt-ins') },
  ]);
  const { errors } = (
    await api.graphql(
      'mutation ($list: ID!, $csv: String!) { importCsv(input: { listId: $list, csv: $csv }) { import { id } } }',
      variables,
    )
  ).body;
  expect(errors[0].extensions.issues[0].path).toEqual(['mapping', 'Werbung']);
});

test('a suppression import needs no answers', async () => {
  const sent = await api.app.inject({
    method: 'POST',
    url: '/v1/suppressions/imports',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv' },
    payload: 'Adresse e-mail;Werbung;Accepts Marketing\nsup@x.test;nein;no\n',
  });
  expect([sent.statusCode, JSON.parse(sent.payload).data]).toMatchObject([expect.any(Number), { added: 1, failed: 0 }]);
});
