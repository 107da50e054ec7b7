import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { makeCampaign, untilEnded } from './campaigns.ts';
import type { Inbox } from './inbox.ts';

export const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';
export const APPLE = 'Mozilla/5.0';
export const SCANNER = 'curl/8.0';

/** A template whose messages have two links to the shop, and both unsubscribe links. */
export const TEMPLATE_WITH_LINKS = {
  ...{ name: 'Letter', editor: 'html', subject: 'News' },
  content: `<html><body><p><a href="https://shop.test/a">A</a> <a href="https://shop.test/b">B</a></p>
<p><a href="{{ unsubscribe_url }}">Bye</a> <a href="{{ preferences_url }}">Choose</a></p></body></html>`,
};

/** A campaign's message as received. */
export interface ReceivedMessage {
  /** Of the message. */
  id: string;
  to: string;
  returnPath: string;
  raw: string;
  /** The paths of its links to the shop, in order, and of its pixel. */
  clicks: string[];
  pixel: string;
  unsubscribe: string;
  preferences: string;
  /** Of the List-Unsubscribe header; empty without one. */
  oneClick: string;
  address: string | undefined;
}

/** Sends a campaign; returns its id, and each recipient's message. */
export async function sendCampaignTo(
  api: TestApp,
  inbox: Inbox,
  list: string,
  emails: readonly string[],
  input: object = {},
): Promise<{ id: string; messages: ReceivedMessage[] }> {
  const id = await makeCampaign(api, list, { template: TEMPLATE_WITH_LINKS.name, ...input });
  expect((await api.rest('POST', `/campaigns/${id}/send`)).status).toBe(200);
  return { id, messages: await messagesOf(api, inbox, id, emails) };
}

/**
 * The messages of a campaign after its end, for the recipients who got one. They count as accepted a minute ago, because an
 * immediate open counts as a machine's.
 */
export async function messagesOf(api: TestApp, inbox: Inbox, id: string, emails: readonly string[]) {
  await untilEnded(api, id);
  await api.db.message.updateMany({
    where: { campaignId: id, sentAt: { not: null } },
    data: { sentAt: new Date(Date.now() - 60_000) },
  });
  const rows = await api.db.message.findMany({ where: { campaignId: id, state: 'sent' }, select: { id: true } });
  const ours = new Set(rows.map((message) => message.id));
  const messages: ReceivedMessage[] = [];
  for (const to of emails) {
    const theirs = inbox.server.received.filter(({ envelope }) => envelope.to.includes(to));
    const mail = theirs.find(({ mail }) => ours.has(mail.messageId!.replace(/^<|@.*/g, '')));
    if (mail) messages.push(readMessage(mail, to));
  }
  return messages;
}

/** A message as received. */
export function readMessage(
  { envelope, raw, mail }: Awaited<ReturnType<Inbox['mailTo']>>[number],
  to: string,
): ReceivedMessage {
  const html = String(mail.html).replaceAll('&amp;', '&');
  const paths = (purpose: string) =>
    [...html.matchAll(new RegExp(`http://[^/"]+(/${purpose}/[^"]+)"`, 'g'))].map(([, path]) => path!);
  const [header = ''] = /^List-Unsubscribe: .*\r\n(?:[ \t].*\r\n)*/im.exec(raw) ?? [];
  return {
    id: mail.messageId!.replace(/^<|@.*/g, ''),
    ...{ to, raw, returnPath: envelope.from, clicks: paths('click'), pixel: paths('open')[0]! },
    ...{ unsubscribe: paths('unsubscribe')[0]!, preferences: paths('preferences')[0]! },
    oneClick: /<https?:\/\/[^/>]+([^>]+)>/.exec(header)?.[1] ?? '',
    address: /<mailto:([^?>]+)\?subject=unsubscribe>/.exec(header)?.[1],
  };
}

/** Fetches a path with this user agent. */
export const fetchAs = (api: TestApp, url: string, userAgent = BROWSER) =>
  api.app.inject({ method: 'GET', url, headers: { 'user-agent': userAgent } });

export const reportOf = async (api: TestApp, id: string) =>
  (await api.rest('GET', `/campaigns/${id}/report`)).body.data;
