import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

let api: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', { name: 'Welcome', editor: 'html', subject: 'Hello', content: '<p>Hello</p>' });
  inbox = await openInbox(api.installation);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
  await closeRendering();
});

const MAIL = { template: 'Welcome', from: 'shop@shop.test', to: ['ann@people.test'] };
const OWN = { from: 'shop@shop.test', to: ['own@people.test'], subject: 'Own' };
const send = async (input: object) => {
  const { status, body } = await api.rest('POST', '/transactional-mails', input);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
};
const refused = async (input: object) => {
  const { status, body } = await api.rest('POST', '/transactional-mails', input);
  expect(status).toBe(422);
  return body.errors;
};

describe('names', () => {
  test('are shown with the addresses of the sender, recipients and replies; the answer shows the addresses', async () => {
    const mail = await send({
      ...MAIL,
      ...{
        from: 'Shop <Hello@shop.test>',
        to: ['Ann <ann@names.test>', '"Bob, \\"the\\" 2nd" <bob@names.test>', 'c@names.test'],
      },
      reply_to: 'Grüße & Hilfe <help@shop.test>',
    });
    expect(mail).toMatchObject({ from: 'hello@shop.test', to: ['ann@names.test', 'bob@names.test', 'c@names.test'] });
    const [{ mail: received, envelope } = expect.fail()] = await inbox.mailTo('c@names.test');
    expect(received.from?.value).toEqual([{ name: 'Shop', address: 'hello@shop.test' }]);
    expect([received.to].flat()[0]?.value).toEqual([
      { name: 'Ann', address: 'ann@names.test' },
      { name: 'Bob, "the" 2nd', address: 'bob@names.test' },
      { name: '', address: 'c@names.test' },
    ]);
    expect(received.replyTo?.value).toEqual([{ name: 'Grüße & Hilfe', address: 'help@shop.test' }]);
    expect(envelope.to).toEqual(['ann@names.test', 'bob@names.test', 'c@names.test']);
    const query = 'query ($id: ID!) { transactionalMail(id: $id) { fromName names replyTo } }';
    expect((await ask(api, query, { id: mail.id })).transactionalMail).toEqual({
      ...{ fromName: 'Shop', replyTo: ['help@shop.test'] },
      names: { 'ann@names.test': 'Ann', 'bob@names.test': 'Bob, "the" 2nd', 'help@shop.test': 'Grüße & Hilfe' },
    });
  });

  test("from_name replaces the name in from, and the team's", async () => {
    await api.rest('PATCH', '/team', { from_email: 'team@shop.test', from_name: 'The team' });
    const nameOf = async (input: object, to: string) => {
      await send({ template: 'Welcome', to: [to], ...input });
      const [{ mail } = expect.fail()] = await inbox.mailTo(to);
      return mail.from?.value[0];
    };
    expect(await nameOf({ from: 'A <a@shop.test>', from_name: 'B' }, 'one@from.test')).toEqual({
      name: 'B',
      address: 'a@shop.test',
    });
    expect(await nameOf({ from_name: '👩‍🚀 Ünïcode' }, 'two@from.test')).toEqual({
      name: '👩‍🚀 Ünïcode',
      address: 'team@shop.test',
    });
    expect(await nameOf({}, 'three@from.test')).toEqual({ name: 'The team', address: 'team@shop.test' });
    expect(await nameOf({ from: 'c@shop.test' }, 'four@from.test')).toEqual({ name: '', address: 'c@shop.test' });
    await api.rest('PATCH', '/team', { from_email: null, from_name: null });
  });

  const INVISIBLE = 'must have only visible characters on one line.';
  test.each([
    [{ from: 'Shop\r\nBcc: evil@x.test <a@shop.test>' }, 'from', `has a name that ${INVISIBLE}`],
    [{ from: '"Shop\nX-Evil: 1" <a@shop.test>' }, 'from', `has a name that ${INVISIBLE}`],
    [{ from_name: 'Shop\r\nBcc: evil@x.test' }, 'from_name', INVISIBLE],
    [{ from_name: 'knab\u202e' }, 'from_name', INVISIBLE],
    [{ from_name: 'Sh\u200bop' }, 'from_name', INVISIBLE],
    [{ from_name: 'Shop\u0000' }, 'from_name', INVISIBLE],
    [{ from_name: 'Shop\ud800' }, 'from_name', INVISIBLE],
    [{ from_name: 'x'.repeat(256) }, 'from_name', 'must not be greater than 255 characters.'],
    [{ from_name: 7 }, 'from_name', 'must be a string.'],
    [{ to: ['Ann\u2028 <ann@x.test>'] }, 'to.0', `has a name that ${INVISIBLE}`],
    [
      { to: ['a@x.test', 'b@x.test, Ann <ann@x.test>'] },
      'to.1',
      'must have quotes around a name with any of " < > , ; @ and \\.',
    ],
    [{ to: ['Ann <ann@x.test> <b@x.test>'] }, 'to.0', 'must have quotes around a name with any of " < > , ; @ and \\.'],
    [{ to: ['Ann <ann@x.test'] }, 'to.0', 'must be a valid email address.'],
    [{ to: ['Ann <>'] }, 'to.0', 'must be a valid email address.'],
    [{ to: ['Ann <ann@x.test>\r\nBcc: evil@x.test'] }, 'to.0', 'must be a valid email address.'],
    [{ to: ['Ann <ann@x.test\r\n>'] }, 'to.0', 'must be a valid email address.'],
    [{ reply_to: 'A <b>' }, 'reply_to', 'must be a valid email address.'],
    [
      { reply_to: `${'x'.repeat(256)} <b@x.test>` },
      'reply_to',
      'has a name that must not be greater than 255 characters.',
    ],
    [{ cc: ['Ann <a@x>'] }, 'cc.0', 'must be a valid email address.'],
  ])('%j is refused', async (input, field, problem) => {
    expect(await refused({ ...MAIL, ...input })).toEqual({ [field]: [`The ${field} field ${problem}`] });
  });
});

describe('a mail without a template', () => {
  const CONTENT = { html: '<p>Hi <b>{{ name }}</b></p>', text: 'Hi {{ name }}!' };

  test('has the given HTML and text, with its variables', async () => {
    const mail = await send({ ...OWN, ...CONTENT, subject: 'For {{ name }}', variables: { name: 'A & B' } });
    expect(mail).toMatchObject({ template: null, subject: 'For A & B', status: 'pending' });
    const preview = await api.rest('GET', `/transactional-mails/${mail.id}/preview`);
    expect(preview.body.data).toEqual({ subject: 'For A & B', html: '<p>Hi <b>A &amp; B</b></p>', text: 'Hi A & B!' });
    const [{ mail: received } = expect.fail()] = await inbox.mailTo('own@people.test');
    expect(received).toMatchObject({ subject: 'For A & B', text: expect.stringContaining('Hi A & B!') });
    expect(received.html).toContain('<p>Hi <b>A &amp; B</b></p>');
  });

  test('has both parts even if one was given', async () => {
    await send({ ...OWN, to: ['html@own.test'], html: '<p>Only <b>HTML</b></p>' });
    expect((await inbox.mailTo('html@own.test'))[0]?.mail.text).toContain('Only HTML');
    await send({ ...OWN, to: ['text@own.test'], text: 'Only <text>\nin two lines' });
    const [{ mail } = expect.fail()] = await inbox.mailTo('text@own.test');
    expect(mail.text).toContain('Only <text>\nin two lines');
    expect(mail.html).toContain('Only &lt;text&gt;\nin two lines');
  });

  test('is resent, listed and shown like any other', async () => {
    const first = await send({ ...OWN, ...CONTENT, to: ['again@own.test'], variables: { name: 'Ann' } });
    await inbox.mailTo('again@own.test');
    const again = await api.rest('POST', `/transactional-mails/${first.id}/resend`);
    expect(again.body.data).toMatchObject({ template: null, subject: 'Own', status: 'pending' });
    expect((await inbox.mailTo('again@own.test', 2))[1]?.mail.text).toContain('Hi Ann!');
    const { body } = await api.rest('GET', '/transactional-mails?recipient=again@own.test');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([again.body.data.id, first.id]);
    const query =
      '{ transactionalMails(filter: { recipient: "again@own.test" }, orderBy: {field: TEMPLATE, direction: ASC}) { nodes { id template { name } templateName templateId } } }';
    expect((await ask(api, query)).transactionalMails.nodes[0]).toMatchObject({
      ...{ template: null, templateName: null, templateId: null },
    });
  });

  test.each([
    [{ subject: null, text: 'x' }, { subject: ['The subject field is required without a template.'] }],
    [{ subject: null }, { template: ['The template field is required.'] }],
    [{}, { template: ['The template field is required.'] }],
    [
      { template: 'Welcome', html: 'x' },
      { template: ['The template field must be absent when html or text is given.'] },
    ],
    [{ html: 7 }, { html: ['The html field must be a string.'] }],
    [{ html: 'x'.repeat(500_001) }, { html: ['The html field must not be greater than 500000 characters.'] }],
    [{ text: 'x'.repeat(500_001) }, { text: ['The text field must not be greater than 500000 characters.'] }],
    [{ text: 'x\u0000' }, { text: ['The text field must not contain NUL or broken characters.'] }],
    [{ html: '{% for' }, { html: [expect.stringMatching(/^The html field does not parse on line 1, column 1/)] }],
    [
      { text: '\n{{ x', html: ' ' },
      { text: [expect.stringMatching(/^The text field does not parse on line 2, column 1/)] },
    ],
  ])('is refused with %j', async (input, errors) => {
    expect(await refused({ ...OWN, ...input })).toEqual(errors);
  });
});
