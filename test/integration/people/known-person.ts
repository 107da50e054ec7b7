import { expect } from 'vitest';
import { send } from '../../../src/domain/automations/steps/send.ts';
import { newId } from '../../../src/ids.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { executeStep, insertAutomation, startRuns } from '../../support/at-step.ts';
import { makeList } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { importCsv, sendCsv } from '../../support/csv.ts';
import { makeForm, sendForm } from '../../support/forms.ts';
import { openInbox } from '../../support/inbox.ts';
import { linkOf, visit } from '../../support/pages.ts';
import { genericSample } from '../../support/providers.ts';
import { until } from '../../support/until.ts';

/** A word in the address and in all data of the person. */
export const WORD = 'annabella';
export const EMAIL = `${WORD}@people.test`;

const READER = { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15' };
const ROW = {
  ...{ email: EMAIL, first_name: 'Annabella', last_name: `of ${WORD}`, timezone: 'Europe/Vienna', locale: 'de-AT' },
  ...{ tags: ['vip'], attributes: { city: `${WORD}berg` } },
};
const MAIL = {
  ...{ template: 'Issue', to: [`${WORD} <${EMAIL}>`], cc: [EMAIL], bcc: [EMAIL], reply_to: `${WORD} <${EMAIL}>` },
  ...{ subject: `For ${WORD}`, variables: { name: WORD }, locale: 'de', headers: { 'X-Who': WORD } },
  attachments: [{ filename: `${WORD}.txt`, content: 'QQ==' }],
};

/** A run of an automation that has ended, one that is under way, and something that happened since. */
async function addRuns(api: TestApp, subscriberId: string): Promise<void> {
  const trigger = { type: 'event', name: 'cart.abandoned' };
  const steps = [{ id: 'wait', type: 'wait', for: 'P1D' }];
  const { body } = await api.rest('POST', '/automations', { name: 'Cart', trigger, steps });
  const [person] = await api.db.person.findMany();
  const { teamId } = api;
  const of = { teamId, automationId: body.data.id, version: 1, personKey: person!.key, subscriberId, again: 'always' };
  const event = { name: 'cart.abandoned', properties: { who: WORD } };
  const failing = { failingSince: new Date(), lastError: `${WORD} cannot be written to` };
  const under = {
    ...of,
    id: newId(),
    event,
    eventId: newId(),
    step: 'wait',
    enteredAt: new Date(),
    waitUntil: new Date(),
    ...failing,
  };
  await api.db.automationRun.create({ data: { ...under, parked: true } });
  const endedRun = { ...of, id: newId(), event, eventId: newId(), state: 'exited' as const, exitReason: 'goal' };
  await api.db.automationRun.create({ data: { ...endedRun, endedAt: new Date() } });
  const step = { teamId, runId: endedRun.id, step: 'wait', number: 0, type: 'wait', outcome: 'done', at: new Date() };
  await api.db.automationRunStep.create({ data: { ...step, branch: 'then', reason: `of ${WORD}` } });
  const signal = {
    teamId,
    personKey: of.personKey,
    kind: 'clicked',
    ref: newId(),
    detail: `https://shop.test/${WORD}`,
  };
  await api.db.automationSignal.create({ data: { ...signal, eventId: newId() } });
}

/**
 * An installation with one person only, whose data arrived through every interface:
 * all personal data in its tables is about this person.
 */
export async function openKnownPerson(): Promise<TestApp> {
  const api = await openTestApp();
  const post = async (path: string, body: object = {}) => {
    const answer = await api.rest('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  await api.rest('PATCH', '/team', {
    postal_address: 'Baker Street 1, London',
    from_email: 'shop@shop.test',
    from_name: 'The shop',
  });
  await post('/webhooks', { url: 'https://hooks.shop.test/', kinds: ['*'] }); // whose notifications are not accepted
  await post('/templates', TEMPLATE);
  const jobs = startJobs(api.installation);
  const inbox = await openInbox(api.installation);

  const list = await makeList(api);
  const { id: as } = await post(`/lists/${list}/subscribers`, ROW);
  const left = await makeList(api);
  const { id } = await post(`/lists/${left}/subscribers`, ROW);
  await post(`/subscribers/${id}/unsubscribe`);
  await post(`/lists/${await makeList(api, { requires_confirmation: true })}/subscribers`, ROW);
  await inbox.mailTo(EMAIL);

  inbox.server.replies.push(`451 <${EMAIL}> later`, 'accept', `550 <${EMAIL}> is unknown`);
  const campaign = await makeCampaign(api, list);
  await post(`/campaigns/${campaign}/send`);
  expect(await untilEnded(api, campaign)).toMatchObject({ sent_count: 1 });
  await post('/transactional-mails', MAIL);
  await until(async () => (await api.rest('GET', '/transactional-mails?status=failed')).body.meta.total === 1);
  const mail = await post('/transactional-mails', MAIL);
  const html = `<a href="https://x.test/${WORD}?t={{ token }}">${WORD}</a>`;
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const content = {
    html,
    text: WORD,
    strict: false,
    send_at: later,
    variables: { [WORD]: WORD },
    secret_variables: [WORD],
  };
  await post('/transactional-mails', { ...MAIL, template: null, ...content });
  await until(async () => (await api.rest('GET', '/transactional-mails?status=sent')).body.meta.total === 1);
  await post(`/campaigns/${campaign}/test`, { to: ['staff@shop.test'], as });
  await inbox.mailTo('staff@shop.test');

  const step = { type: 'send', template: TEMPLATE.name } as const;
  const automation = await insertAutomation(api, { listId: list, steps: [{ ...step, id: 'remind' }] });
  const runs = await startRuns(api, automation, [EMAIL], { properties: { who: WORD } });
  await executeStep(api, send, automation, runs);
  await executeStep(api, send, automation, runs, { step: { ...step, id: 'confirm', transactional: true } });
  const ofRuns = { runId: { not: null } };
  const sent = async (message: object) => (await api.db.message.count({ where: { ...message, state: 'sent' } })) === 1;
  await until(() => sent({ ...ofRuns, campaignId: { not: null } }));
  await until(async () => (await api.db.transactionalMail.count({ where: { ...ofRuns, status: 'sent' } })) === 1);

  // A minute later, as immediate visits count as machines.
  await api.db.message.updateMany({
    where: { sentAt: { not: null } },
    data: { sentAt: new Date(Date.now() - 60_000) },
  });
  const received = inbox.server.received.find(({ mail }) => String(mail.html).includes('/open/'));
  const reminder = await api.db.message.findFirstOrThrow({ where: { ...ofRuns, campaignId: { not: null } } });
  const pixel = new URL(api.installation.links.url('open', { teamId: api.teamId, id: reminder.id })).pathname;
  await api.app.inject({ url: pixel, headers: READER });
  await post('/conversions', { email: EMAIL, value: 10, currency: 'eur' });
  for (const purpose of ['open', 'click']) {
    const [url] = new RegExp(`http://[^"]+/${purpose}/[^"]+`).exec(received?.mail.html as string) ?? expect.fail();
    await api.app.inject({ url: new URL(url).pathname, headers: READER });
  }
  const money = { email: EMAIL, value: 1250, currency: 'eur', properties: { who: WORD } };
  await post('/events', { ...money, name: 'order', reference: `${WORD}-1` });
  const { id: sale } = await post('/conversions', { ...money, reference: `${WORD}-2` });
  await post(`/conversions/${sale}/refund`, { value: 50, reference: `${WORD}-3` });

  const rows = Array.from({ length: 101 }, (_, index) => (index === 50 ? { ...ROW, timezone: WORD } : ROW));
  await post(`/lists/${list}/subscribers/batch`, { subscribers: rows });
  await until(async () => (await api.rest('GET', '/imports')).body.data[0].status === 'completed');
  const file = `email,attributes.city,timezone\n${EMAIL},${WORD}berg,in ${WORD}\n${EMAIL},${WORD},,too many\n`;
  const query = { confirmed: 'true', consent: 'She said so' };
  await importCsv(api, await makeList(api, { requires_confirmation: true }), file, { query });
  const form = await makeForm(api, list, { fields: [{ field: 'last_name' }], consent_text: 'Yes', keep_address: true });
  await sendForm(api, form.id, { email: EMAIL, last_name: `of ${WORD}`, _consent: 'true' });
  await until(() => api.db.signUp.count({ where: { subscriberId: { not: null } } }));
  await jobs.stop();
  await sendForm(api, form.id, { email: EMAIL, last_name: `of ${WORD}`, _consent: 'true' });
  await sendCsv(api, list, file);
  await post(`/lists/${list}/subscribers/batch`, { subscribers: rows });

  await addRuns(api, as);
  await inbox.stop();

  const patient = await openInbox(api.installation, [3600]);
  patient.server.recipients.set(EMAIL, '451 later');
  await post('/transactional-mails', { ...MAIL, to: [EMAIL, 'staff@shop.test'] });
  await until(() => api.db.message.count({ where: { remaining: { has: EMAIL } } }));
  await patient.stop();

  const source = await post('/feedback-sources', { provider: 'generic' });
  const about = { id: mail.id, to: EMAIL } as never;
  for (const report of [
    { ...genericSample.soft(about), reason: `452 ${WORD}: mailbox full` },
    { ...genericSample.complaint(about), reason: `${WORD} complains` },
  ]) {
    const { headers, body: payload } = genericSample.sign(report, source.secret);
    await api.app.inject({ method: 'POST', url: new URL(source.url).pathname, headers, payload });
  }
  const { key: personKey } = await api.db.person.findFirstOrThrow({ where: { email: EMAIL } });
  const key = { teamId: api.teamId, personKey };
  await api.db.automationMember.create({ data: { ...key, segmentId: list } });
  const said = { kind: 'clicked', ref: list, detail: `https://shop.test/${WORD}`, eventId: list };
  await api.db.automationSignal.create({ data: { ...key, ...said } });
  await api.db.person.updateMany({ data: { softBouncesFrom: new Date() } }); // as after lifting soft bounces
  await visit(api, 'POST', linkOf(api, 'unsubscribe', id), 'reason=too_often');
  await visit(api, 'POST', linkOf(api, 'preferences', id), 'do=pause');
  await visit(api, 'POST', linkOf(api, 'preferences', id), `do=save&list=${list}&often=week&tracking=off`);

  const settled = { messageId: newId(), kind: 'campaign', was: 'sending', state: 'sent' };
  await api.db.outcome.create({ data: { ...key, ...settled } });

  const done = { actorKind: 'member', actorId: newId(), action: 'subscriber.changed', fields: ['firstName'] };
  const to = { objectType: 'subscriber', objectId: as, count: 1, door: 'graphql', address: '203.0.113.1' };
  await api.db.auditEntry.create({ data: { teamId: api.teamId, ...done, ...to } });

  await api.db.webhookDelivery.create({
    data: {
      ...{ teamId: api.teamId, id: newId(), runId: newId(), step: 'notify', kind: 'automation.step' },
      ...{ personKey, url: 'https://shop.test/', host: 'shop.test', body: `"${EMAIL}"` },
      tries: { create: { number: 1, at: new Date(), status: 500, milliseconds: 1, answer: WORD, isPublic: true } },
    },
  });
  const changed = { teamId: api.teamId, kind: 'subscriber.updated', body: `"${EMAIL} ${WORD}"` };
  await api.db.change.createMany({
    data: [
      { ...changed, sequence: 1, personKey, subject: personKey },
      { ...changed, sequence: 2, subject: mail.id },
    ],
  });
  return api;
}
