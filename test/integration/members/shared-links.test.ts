import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { ask, fail } from '../../support/graphql.ts';
import { type SignedIn, signIn } from '../../support/members.ts';

let api: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  api = await openTestApp();
  owner = await signIn(api, 'owner');
});
afterAll(() => api.close());

const link = (mutation: string) =>
  `mutation ($id: ID!) { ${mutation}(id: $id) { url secret invitation { id email role invitedById } } }`;
const invite = async (email: string) => {
  const { body } = await api.rest('POST', '/invitations', { email, role: 'editor' }, owner.options);
  return body.data.id as string;
};
const pathOf = (url: string) => new URL(url).pathname;
const viewerOf = async (browser: Browser) =>
  (await api.rest('GET', '/viewer', undefined, { token: null, headers: browser.headers })).body.data?.member;

test('an owner passes on the link of an invitation; earlier links and a waiting e-mail are void', async () => {
  const id = await invite('nora@staff.test');
  const { createInvitationLink: first } = await ask(api, link('createInvitationLink'), { id }, owner.options);
  expect(first.invitation).toMatchObject({ email: 'nora@staff.test', role: 'EDITOR', invitedById: owner.memberId });
  expect(first.invitation.id).not.toBe(id);
  expect(first.secret).toBe(first.url); // its former name
  const again = { id: first.invitation.id };
  const { createInvitationLink: second } = await ask(api, link('createInvitationLink'), again, owner.options);
  const browser = new Browser(api);
  expect((await browser.post(pathOf(first.url), {})).status).toBe(404);
  expect((await browser.post(pathOf(second.url), { name: 'Nora' })).status).toBe(303);
  expect(await viewerOf(browser)).toMatchObject({ email: 'nora@staff.test', role: 'editor' });
});

test('an owner passes on a link that signs in a member again, for this team only', async () => {
  const { memberId } = await signIn(api, 'viewer', 'vic@staff.test');
  const { createSignInLink: made } = await ask(api, link('createSignInLink'), { id: memberId }, owner.options);
  const browser = new Browser(api);
  expect((await browser.post(pathOf(made.url), {})).status).toBe(303);
  expect(await viewerOf(browser)).toMatchObject({ email: 'vic@staff.test', role: 'viewer' });
  expect((await browser.post(pathOf(made.url), {})).status).toBe(404);
});

test('only owners get links, of their own team, and none while account e-mails are sent', async () => {
  const id = await invite('otto@staff.test');
  const editor = await signIn(api, 'editor');
  for (const options of [editor.options, { token: api.token }]) {
    expect((await fail(api, link('createInvitationLink'), { id }, options)).extensions.code).toBe('FORBIDDEN');
  }
  const unknown = { id: editor.memberId };
  expect((await fail(api, link('createInvitationLink'), unknown, owner.options)).extensions.code).toBe('NOT_FOUND');
  const mailing = await openTestApp({ mailUrl: 'smtp://mail.test' });
  const { memberId, options } = await signIn(mailing, 'owner');
  expect((await fail(mailing, link('createSignInLink'), { id: memberId }, options)).extensions).toEqual({
    code: 'CONFLICT',
    reason: 'LINK_BY_EMAIL',
  });
  await mailing.close();
});
