import { until } from './until.ts';

/** Calls REST, of an application of the tests or a server in a separate process. */
interface RestClient {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
  rest(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

/** A template named `order`, for e-mails. */
export async function createOrderTemplate(server: RestClient): Promise<void> {
  const template = { name: 'order', editor: 'html', subject: 'Order {{ order }}', content: '<p>{{ order }}</p>' };
  const { status } = await server.rest('POST', '/templates', template);
  if (status !== 201) throw new Error(`The template was answered ${status}`);
}

/** Sends an e-mail made from it and returns its id. */
export async function sendMail(server: RestClient, to: string, order = 1, more: object = {}): Promise<string> {
  const mail = { template: 'order', from: 'shop@shop.example', to: [to], variables: { order }, ...more };
  const { status, body } = await server.rest('POST', '/transactional-mails', mail);
  if (status !== 201) throw new Error(`The mail was answered ${status}`);
  return body.data.id;
}

/** The e-mail as in REST, once it is sent or failed. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
export async function settledMail(server: RestClient, id: string): Promise<any> {
  return until(async () => {
    const { body } = await server.rest('GET', `/transactional-mails/${id}`);
    return body.data.status !== 'pending' && body.data;
  });
}

/** Why an e-mail is retried, once an attempt has failed. */
export async function deferralOf(server: RestClient, id: string): Promise<string> {
  return until(async () => {
    const { body } = await server.rest('GET', `/transactional-mails/${id}/timeline`);
    return body.data.find(({ type }: { type: string }) => type === 'deferred')?.reason;
  });
}

/** How many e-mails have a status. */
export async function countMails(server: RestClient, status: string): Promise<number> {
  return (await server.rest('GET', `/transactional-mails?per_page=1&status=${status}`)).body.meta.total;
}
