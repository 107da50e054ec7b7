import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

// Nothing is sent here, because the subjects belong to waiting mails.

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  const list = await makeList(api);
  await subscribe(api, list, [
    { email: 'dora@people.test', locale: 'de' },
    { email: 'finn@people.test', locale: 'fr' },
  ]);
  const subject = '{{ total | money: "EUR" }} on {{ day | date: "%B" }}';
  for (const [name, content] of [
    ['Plain', '<p>x</p>'],
    ['Says German', '<html lang="de"><body><p>x</p></body></html>'],
  ]) {
    await api.rest('POST', '/templates', { name, editor: 'html', subject, content });
  }
});
afterAll(() => api.close());

const AMOUNT = { en: '€12.50 on March', de: '12,50 € on März', fr: '12,50 € on mars' };
const variables = { total: 1250, day: '2026-03-01T10:00:00Z' };

async function post(input: object): Promise<{ id: string; subject: string }> {
  const mail = { from: 'shop@shop.test', to: ['ann@people.test'], template: 'Plain', variables, ...input };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

const plain = (subject: string) => subject.replace(/[\u00a0\u202f]/g, ' ');

describe('the subject of an unsent mail', () => {
  test.each<[string, object, keyof typeof AMOUNT]>([
    ['English without any language', {}, 'en'],
    ['that of the mail', { locale: 'de' }, 'de'],
    ['that of the mail with a region', { locale: 'de-AT' }, 'de'],
    ['that of the person', { to: ['dora@people.test'] }, 'de'],
    ['that of the mail before that of the person', { to: ['dora@people.test'], locale: 'fr' }, 'fr'],
    ['that of the first person', { to: ['finn@people.test', 'dora@people.test'] }, 'fr'],
    ['that which its HTML says', { template: 'Says German' }, 'de'],
    ['that of the person before that of the HTML', { to: ['finn@people.test'], template: 'Says German' }, 'fr'],
  ])('is in its language: %s', async (_, input, language) => {
    const { id, subject } = await post(input);
    const expected =
      language === 'de' && 'locale' in input && input.locale === 'de-AT' ? '€ 12,50 on März' : AMOUNT[language];
    expect(plain(subject)).toBe(expected);
    expect(plain((await api.rest('GET', `/transactional-mails/${id}`)).body.data.subject)).toBe(expected);
    const listed = (await api.rest('GET', '/transactional-mails')).body.data.find(
      (one: { id: string }) => one.id === id,
    );
    expect(plain(listed.subject)).toBe(expected);
  });

  test('is in the language of its own HTML, too', async () => {
    const own = { template: undefined, subject: '{{ total | money: "EUR" }}', html: '<html lang="de"><p>x</p></html>' };
    expect(plain((await post(own)).subject)).toBe('12,50 €');
  });

  test('is in its language in GraphQL and in a batch', async () => {
    const input = { from: 'shop@shop.test', to: ['ann@people.test'], template: 'Plain', locale: 'de', variables };
    const made = await ask(
      api,
      'mutation ($input: SendTransactionalMailInput!) { sendTransactionalMail(input: $input) { transactionalMail { subject } } }',
      { input },
    );
    expect(plain(made.sendTransactionalMail.transactionalMail.subject)).toBe(AMOUNT.de);
    const mails = [input, { ...input, locale: 'fr' }, { ...input, locale: undefined }];
    const { body } = await api.rest('POST', '/transactional-mails/batch', { mails });
    const subjects = await Promise.all(
      body.data.map(async ({ id }: { id: string }) =>
        plain((await api.rest('GET', `/transactional-mails/${id}`)).body.data.subject),
      ),
    );
    expect(subjects).toEqual([AMOUNT.de, AMOUNT.fr, AMOUNT.en]);
  });

  test("is in the requested language of a template test, and in the mail's language when it is resent", async () => {
    const { body: templates } = await api.rest('GET', '/templates');
    const { id } = templates.data.find(({ name }: { name: string }) => name === 'Plain');
    const { body } = await api.rest('POST', `/templates/${id}/test`, {
      ...{ to: ['t@people.test'], from: 'shop@shop.test', locale: 'de', variables },
    });
    expect(plain(body.data.subject)).toBe(`[Test] ${AMOUNT.de}`);
    const first = await post({ locale: 'de' });
    const again = await api.rest('POST', `/transactional-mails/${first.id}/resend`);
    expect([again.status, plain(again.body.data.subject)]).toEqual([201, AMOUNT.de]);
  });
});
