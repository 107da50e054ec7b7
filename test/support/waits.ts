import type { TestApp } from './app.ts';
import { until } from './until.ts';

/** The reason why a message waits. */
export interface Wait {
  reason: string;
  until: string | null;
}

/** Sends one e-mail to each address; returns their ids. */
export async function sendMails(api: TestApp, to: string[], input: object = {}): Promise<string[]> {
  const mails = to.map((one) => ({ template: 'Issue', from: 'shop@shop.test', to: [one], ...input }));
  const { body } = await api.rest('POST', '/transactional-mails/batch', { mails });
  return body.data.map(({ id }: { id: string }) => id);
}

/** The wait of each e-mail, with the time of its next attempt. */
export async function waitsOf(
  api: TestApp,
  mails: string[],
): Promise<({ dueAt: string | null; waiting: Wait | null } | null)[]> {
  const fields = mails.map((id, index) => `m${index}: transactionalMail(id: "${id}") { ...Waits }`);
  const fragment = 'fragment Waits on TransactionalMail { message { dueAt waiting { reason until } } }';
  const { body } = await api.graphql(`{ ${fields.join(' ')} } ${fragment}`);
  return Object.values(body.data as Record<string, { message: null }>).map(({ message }) => message);
}

/** An e-mail among these that waits for this reason, as soon as there is one. `before`: each look at them. */
export async function waitingFor(api: TestApp, why: string, mails: string[], before = async () => {}) {
  let found: { dueAt: string | null; waiting: Wait | null } | null | undefined;
  await until(async () => {
    await before();
    const waits: Awaited<ReturnType<typeof waitsOf>> = [];
    for (let from = 0; from < mails.length; from += 10)
      waits.push(...(await waitsOf(api, mails.slice(from, from + 10))));
    found = waits.find((one) => one?.waiting?.reason === why);
    return found !== undefined;
  });
  return { until: found!.waiting!.until };
}

/** Waits until one of these e-mails waits for this reason, which ends at its next attempt. */
export const waitingForAttempt = (api: TestApp, why: string, mails: string[]) =>
  until(async () =>
    (await waitsOf(api, mails)).some(
      (one) => one?.waiting?.reason === why && one.dueAt && one.waiting.until === one.dueAt,
    ),
  );
