import { expect } from 'vitest';
import type { Role } from '../../src/scope.ts';
import type { TestApp } from './app.ts';
import { makeList, rowsOf, subscribe } from './audience.ts';
import { TEMPLATE } from './campaigns.ts';
import { sendCsv } from './csv.ts';
import { signIn } from './members.ts';

/** Marks everything that is content, a secret, or personal. */
export const CONFIDENTIAL = 'unsaid';
const PERSON = `${CONFIDENTIAL}@people.test`;
const CONDITIONS = { operator: 'and', rules: [{ type: 'first_name', operator: 'equals', value: CONFIDENTIAL }] };
const CART = { name: 'Cart', trigger: { type: 'api' }, steps: [{ id: CONFIDENTIAL, type: 'wait', for: 'P1D' }] };
const VARIANTS = {
  variants: [{ name: CONFIDENTIAL }, { name: 'B', subject: `${CONFIDENTIAL} too` }],
  sample_percent: 20,
  decide_after: 'PT4H',
  by: 'clicks',
};
const SECRET = `whsec_${Buffer.from(`${CONFIDENTIAL} in thirty-two bytes or so`).toString('base64')}`;
const PAST = '2020-01-01T00:00:00Z';

/** A caller, from its own address. */
export interface Caller {
  actor: { kind: string; id: string; name: string };
  /** Null: a write token. */
  role: Role | null;
  address: string;
  headers: Record<string, string>;
}

/** The expected log entry of one action. */
export interface ExpectedEntry {
  action: string;
  object: { type: string; id: string | null; name: string | null };
  /** In alphabetical order. */
  fields: string[];
  count: number | null;
  door: 'rest' | 'graphql';
  actor: Caller['actor'];
  address: string;
}

interface About {
  id?: string | null;
  name?: string | null;
  fields?: string[];
  count?: number;
  door?: 'graphql';
}

/** Readers may download files, except the audit log; owners manage members. */
function mayDo({ role }: Caller, action: string): boolean {
  if (action.startsWith('member.')) return role === 'owner';
  if (role === null || role === 'owner') return true;
  return action !== 'audit_log.exported' && (role === 'editor' || action.endsWith('exported'));
}

/**
 * Performs more than sixty different actions, each by the permitted caller with the fewest so far; returns the expected log
 * entries, in order.
 */
export async function performActions(api: TestApp, callers: readonly Caller[]): Promise<ExpectedEntry[]> {
  const entries: ExpectedEntry[] = [];
  const doneBy = (caller: Caller) => entries.filter(({ actor }) => actor === caller.actor).length;
  const callerOf = (action: string): Caller =>
    callers.filter((caller) => mayDo(caller, action)).sort((a, b) => doneBy(a) - doneBy(b))[0] as Caller;
  const headersOf = ({ headers, address }: Caller) => ({ ...headers, 'x-forwarded-for': address });

  const expectEntry = (
    { actor, address }: Caller,
    action: string,
    { id = null, name = null, fields = [], count, door }: About,
  ) => {
    const object = { type: action.split('.')[0] as string, id, name };
    const common = { fields: [...fields].sort(), count: count ?? null, door: door ?? ('rest' as const) };
    entries.push({ action, object, ...common, actor, address });
  };
  const act = async (action: string, [method, path]: [string, string], body: unknown, about: About = {}) => {
    const caller = callerOf(action);
    const answer = await api.rest(method, path, body, { token: null, headers: headersOf(caller) });
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    const data = answer.body?.data;
    expectEntry(caller, action, { id: data?.details?.id ?? data?.id ?? null, ...about });
    return data;
  };
  const actByGraphql = async (action: string, query: string, variables: object, about: About) => {
    const caller = callerOf(action);
    const { body } = await api.graphql(query, variables, { token: null, headers: headersOf(caller) });
    expect(body.errors).toBeUndefined();
    expectEntry(caller, action, { door: 'graphql', ...about });
    return body.data;
  };
  const read = async (action: string, path: string, about: About) => {
    const caller = callerOf(action);
    const answer = await api.app.inject({ url: `/v1${path}`, headers: headersOf(caller) });
    expect(answer.statusCode, answer.payload).toBe(200);
    expectEntry(caller, action, about);
  };
  const setUp = async (path: string, body: object) => {
    const { status, body: answer } = await api.rest('POST', path, body);
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer.data;
  };

  const list = await makeList(api);
  const inList = `/lists/${list}`;
  const people = (await subscribe(api, list, [{ email: PERSON, first_name: CONFIDENTIAL }, ...rowsOf(9, CONFIDENTIAL)]))
    .data;
  await setUp('/templates', { ...TEMPLATE, content: `<p>${CONFIDENTIAL}</p>` });

  const team = await api.db.team.findFirstOrThrow({ where: { id: api.teamId } });
  const settings = { postal_address: CONFIDENTIAL, from_email: PERSON };
  const fields = ['postalAddress', 'fromEmail'];
  await act('team.changed', ['PATCH', '/team'], settings, { id: team.publicId, name: 'My team', fields });

  const shop = { name: 'Shop', ability: 'read' };
  const token = await act('token.created', ['POST', '/tokens'], shop, { name: 'Shop', fields: ['name', 'ability'] });
  const itsId = token.details?.id ?? token.id;
  const ofToken = { id: itsId, name: 'Till' };
  await act('token.changed', ['PATCH', `/tokens/${itsId}`], { name: 'Till' }, { ...ofToken, fields: ['name'] });
  await act('token.revoked', ['DELETE', `/tokens/${itsId}`], undefined, ofToken);

  const shoes = { name: 'Shoes', from_email: PERSON };
  const { id: listId } = await act('list.created', ['POST', '/lists'], shoes, {
    name: 'Shoes',
    fields: ['name', 'fromEmail'],
  });
  const ofList = { id: listId, name: 'Boots' };
  await act('list.changed', ['PUT', `/lists/${listId}`], { name: 'Boots' }, { ...ofList, fields: ['name'] });
  await act('list.deleted', ['DELETE', `/lists/${listId}`], undefined, ofList);

  const some = { name: 'Some', conditions: CONDITIONS };
  const both = ['name', 'conditions'];
  const segment = await act('segment.created', ['POST', `${inList}/segments`], some, {
    name: 'Some',
    fields: [...both, 'listId'],
  });
  const ofSegment = { id: segment.id, name: 'Few' };
  await act(
    'segment.changed',
    ['PUT', `/segments/${segment.id}`],
    { ...some, name: 'Few' },
    { ...ofSegment, fields: both },
  );
  await act('segment.deleted', ['DELETE', `/segments/${segment.id}`], undefined, ofSegment);

  const size = { key: 'size', type: 'number', label: CONFIDENTIAL };
  const { key } = await act('field.created', ['POST', '/fields'], size, {
    id: undefined,
    name: 'size',
    fields: Object.keys(size),
  });
  const field = await api.db.contactField.findFirstOrThrow({ where: { key } });
  (entries.at(-1) as ExpectedEntry).object.id = field.id;
  const ofField = { id: field.id, name: 'size' };
  await act('field.changed', ['PATCH', '/fields/size'], { type: 'text' }, { ...ofField, fields: ['type'] });
  await act('field.deleted', ['DELETE', '/fields/size'], undefined, ofField);

  const tag = await act('tag.created', ['POST', '/tags'], { name: 'vip' }, { name: 'vip', fields: ['name'] });
  const ofTag = { id: tag.id, name: 'regular' };
  await act('tag.renamed', ['PATCH', `/tags/${tag.id}`], { name: 'regular' }, { ...ofTag, fields: ['name'] });
  await act('tag.deleted', ['DELETE', `/tags/${tag.id}`], undefined, ofTag);

  const suppression = await setUp('/suppressions', { email: `no.${PERSON}` });
  await act('suppression.deleted', ['DELETE', `/suppressions/${suppression.id}`], undefined, { id: suppression.id });
  const csv = { csv: `email\nbounced.${PERSON}\ngone.${PERSON}\n`, reason: 'HARD_BOUNCE' };
  const IMPORT =
    'mutation ($csv: String!, $reason: SuppressionReason) { importSuppressions(input: { csv: $csv, reason: $reason }) { added } }';
  await actByGraphql('suppression.imported', IMPORT, csv, { count: 2, fields: ['csv', 'reason'] });
  await act('suppression.lifted', ['DELETE', `/suppressions?reason=hard_bounce&since=${PAST}`], undefined, {
    id: null,
    count: 2,
    fields: ['reason', 'since'],
  });

  const file = `email,first_name\nnew.${PERSON},${CONFIDENTIAL}\nwrong,${CONFIDENTIAL}\n`;
  const sender = callerOf('import.started');
  const sent = await sendCsv(api, list, file, {
    ...{ token: null, headers: headersOf(sender), query: { file_name: 'fair.csv' } },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  const ofImport = { id: sent.body.data.id, name: 'fair.csv', count: 2 };
  expectEntry(sender, 'import.started', ofImport);
  const START =
    'mutation ($list: ID!, $csv: String!) { importCsv(input: { listId: $list, csv: $csv, fileName: "web.csv" }) { import { id } } }';
  const {
    importCsv: { import: importCsv },
  } = await actByGraphql(
    'import.started',
    START,
    { list, csv: file },
    {
      name: 'web.csv',
      count: 2,
      fields: ['csv', 'fileName', 'listId'],
    },
  );
  (entries.at(-1) as ExpectedEntry).object.id = importCsv.id;
  await read('import.failed_rows_exported', `/imports/${ofImport.id}/failed-rows`, { id: ofImport.id });
  await act('import.cancelled', ['POST', `/imports/${ofImport.id}/cancel`], undefined, ofImport);

  const welcome = { name: 'Welcome', editor: 'html', subject: CONFIDENTIAL, content: `<p>${CONFIDENTIAL}</p>` };
  const template = await act('template.created', ['POST', '/templates'], welcome, {
    name: 'Welcome',
    fields: Object.keys(welcome),
  });
  const ofTemplate = { id: template.id, name: 'Welcome' };
  const at = `/templates/${template.id}`;
  await act('template.changed', ['PUT', at], { subject: CONFIDENTIAL }, { ...ofTemplate, fields: ['subject'] });
  const proof = { to: [PERSON], variables: { name: CONFIDENTIAL } };
  await act('template.tested', ['POST', `${at}/test`], proof, { id: template.id, fields: Object.keys(proof) });
  await act('template.deleted', ['DELETE', at], undefined, ofTemplate);

  const may = { name: 'May', list, template: 'Issue', subject: CONFIDENTIAL };
  const campaignFields = ['name', 'listId', 'template', 'subject'];
  const campaign = await act('campaign.created', ['POST', '/campaigns'], may, { name: 'May', fields: campaignFields });
  const about = { id: campaign.id, name: 'June' };
  const on = (verb: string): [string, string] => ['POST', `/campaigns/${campaign.id}/${verb}`];
  await act(
    'campaign.changed',
    ['PUT', `/campaigns/${campaign.id}`],
    { name: 'June', test: VARIANTS },
    { ...about, fields: ['abTest', 'name'] },
  );
  await act(
    'campaign.tested',
    on('test'),
    { to: [`staff.${PERSON}`], variant: 1 },
    { id: campaign.id, count: 1, fields: ['to', 'variant'] },
  );
  const copy = await act('campaign.duplicated', on('duplicate'), undefined, { name: undefined });
  (entries.at(-1) as ExpectedEntry).object.name = copy.name;
  await act('campaign.deleted', ['DELETE', `/campaigns/${copy.id}`], undefined, { id: copy.id, name: copy.name });
  const soon = { at: new Date(Date.now() + 3_600_000).toISOString() };
  await act('campaign.scheduled', on('schedule'), soon, { ...about, fields: ['at'] });
  await act('campaign.unscheduled', on('unschedule'), undefined, about);
  await act('campaign.sent', on('send'), undefined, about);
  await act('campaign.report_shared', on('report/link'), undefined, about);
  await act('campaign.report_link_revoked', ['DELETE', `/campaigns/${campaign.id}/report/link`], undefined, about);
  await act('campaign.paused', on('pause'), undefined, about);
  await act('campaign.resumed', on('resume'), undefined, about);
  await act('campaign.variant_picked', on('pick'), { variant: 1 }, { ...about, fields: ['variant'] });
  const others = await act(
    'campaign.resend_created',
    on('resend-to'),
    { who: 'not_opened' },
    { fields: ['resendAudience'] },
  );
  (entries.at(-1) as ExpectedEntry).object.name = others.name;
  await read('campaign.recipients_exported', `/campaigns/${campaign.id}/recipients/export`, { id: campaign.id });
  await act('campaign.cancelled', on('cancel'), undefined, about);

  const automation = await act('automation.created', ['POST', '/automations'], CART, {
    name: 'Cart',
    fields: Object.keys(CART),
  });
  const ofAutomation = { id: automation.id, name: 'Basket' };
  const onIt = (verb: string): [string, string] => ['POST', `/automations/${automation.id}/${verb}`];
  await act(
    'automation.changed',
    ['PUT', `/automations/${automation.id}`],
    { name: 'Basket' },
    { ...ofAutomation, fields: ['name'] },
  );
  await act('automation.activated', onIt('activate'), undefined, ofAutomation);
  await act('automation.paused', onIt('pause'), undefined, ofAutomation);
  const automationCopy = await act('automation.duplicated', onIt('duplicate'), undefined, {});
  (entries.at(-1) as ExpectedEntry).object.name = automationCopy.name;
  await act('automation.archived', onIt('archive'), undefined, ofAutomation);
  await act('automation.deleted', ['DELETE', `/automations/${automationCopy.id}`], undefined, {
    id: automationCopy.id,
    name: automationCopy.name,
  });

  const bulk = { name: 'Bulk', host: 'smtp.shop.test', user: CONFIDENTIAL, password: `${CONFIDENTIAL} password` };
  const transport = await act('transport.created', ['POST', '/transports'], bulk, {
    name: 'Bulk',
    fields: Object.keys(bulk),
  });
  const ofTransport = { id: transport.id, name: 'Bulk' };
  const changed = { password: `${CONFIDENTIAL} too`, connections: 3 };
  await act('transport.changed', ['PATCH', `/transports/${transport.id}`], changed, {
    ...ofTransport,
    fields: Object.keys(changed),
  });
  const pause = { teamId: api.teamId, id: transport.id, transportId: transport.id, domain: 'a.test', failures: 5 };
  await api.db.sendingPause.create({ data: { ...pause, reason: CONFIDENTIAL, pausedUntil: new Date() } });
  await act('transport.pause_ended', ['DELETE', `/sending-pauses/${transport.id}`], undefined, { id: transport.id });
  await act('transport.deleted', ['DELETE', `/transports/${transport.id}`], undefined, ofTransport);

  const domain = await act(
    'sending_domain.created',
    ['POST', '/sending-domains'],
    { domain: 'shop.test' },
    { name: 'shop.test', fields: ['domain'] },
  );
  const ofDomain = { id: domain.id, name: 'shop.test' };
  const onDomain = (what: string): [string, string] => ['POST', `/sending-domains/${domain.id}/${what}`];
  const next = { selector: 'mail2027' };
  await act('sending_domain.dkim_rotation_started', onDomain('rotate-dkim'), next, {
    ...ofDomain,
    fields: Object.keys(next),
  });
  await act('sending_domain.dkim_rotation_cancelled', onDomain('cancel-dkim-rotation'), undefined, ofDomain);
  await act('sending_domain.deleted', ['DELETE', `/sending-domains/${domain.id}`], undefined, ofDomain);

  const given = { provider: 'generic', name: 'Relay', secret: SECRET };
  const source = await act('feedback_source.created', ['POST', '/feedback-sources'], given, {
    name: 'Relay',
    fields: Object.keys(given),
  });
  const sourceId = source.details?.id ?? source.id;
  const ofSource = { id: sourceId, name: 'Post' };
  const onSource = `/feedback-sources/${sourceId}`;
  await act('feedback_source.changed', ['PATCH', onSource], { name: 'Post' }, { ...ofSource, fields: ['name'] });
  await act('feedback_source.deleted', ['DELETE', onSource], undefined, ofSource);

  const invited = await act(
    'member.invited',
    ['POST', '/invitations'],
    { email: `invited.${PERSON}`, role: 'editor' },
    { fields: ['email', 'role'] },
  );
  await act('member.invitation_withdrawn', ['DELETE', `/invitations/${invited.id}`], undefined, { id: invited.id });
  const { memberId } = await signIn(api, 'editor', `member.${PERSON}`);
  const onMember = `/members/${memberId}`;
  await act('member.changed', ['PATCH', onMember], { role: 'viewer' }, { id: memberId, fields: ['role'] });
  await act('member.removed', ['DELETE', onMember], undefined, { id: memberId });

  await read('list.exported', `${inList}/exports`, { id: list });
  const [, one] = people;
  await act('subscriber.deleted', ['DELETE', `/subscribers/${one.id}`], undefined, { id: one.id });
  await act('person.erased', ['POST', '/people/erase'], { email: PERSON }, { id: null, fields: ['email'] });
  await read('audit_log.exported', '/audit-log/export', {});
  return entries;
}
