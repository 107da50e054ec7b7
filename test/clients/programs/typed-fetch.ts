import createClient from 'openapi-fetch';
import type { components, paths } from './client';

// Compiles with openapi-typescript and openapi-fetch: parameters, bodies and answers have types.

const client = createClient<paths>({ baseUrl: 'https://mail.shop.example/api/v1' });

/** Returns the addresses of a list's first subscribers. */
export async function addresses(list_id: string): Promise<string[]> {
  const { data, error } = await client.GET('/lists/{list_id}/subscribers', { params: { path: { list_id } } });
  if (error) throw new Error(error.message);
  return data.data.map(({ email }) => email);
}

/** Returns the status of a new e-mail. */
export async function send(
  body: components['schemas']['SendTransactionalMailInput'],
): Promise<components['schemas']['TransactionalMail']['status'] | undefined> {
  const { data } = await client.POST('/transactional-mails', { body });
  return data?.data.status;
}

/** Creates a list, a template and a form with the values that have no default. */
export async function open(name: string): Promise<void> {
  const { data } = await client.POST('/lists', { body: { name, from_email: 'hello@shop.example' } });
  await client.POST('/templates', { body: { name, editor: 'html', subject: name, content: '<p>Hello</p>' } });
  if (data) await client.POST('/forms', { body: { name, list: data.data.id } });
  await client.POST('/webhooks', { body: { url: 'https://shop.example/hook', kinds: ['mail.bounced'] } });
  await client.POST('/suppressions', { body: { email: 'no@shop.example' } });
  if (!data) return;
  const rules = [{ type: 'engagement', operator: 'active_within_days', value: 30 } as const];
  const conditions = { operator: 'and', rules } as const;
  const params = { path: { list_id: data.data.id } };
  await client.POST('/lists/{list_id}/segments', { params, body: { name, conditions: { ...conditions, rules } } });
}
