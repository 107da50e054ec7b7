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
