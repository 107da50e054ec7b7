import { type Client, createClient } from 'graphql-sse';
import { until } from './until.ts';

/** A graphql-sse client that does not reconnect, and whether a server has already responded. */
export function sseClient(url: string, token: string): { client: Client; connected(): boolean } {
  let answered = false;
  const client = createClient({
    url,
    headers: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    fetchFn: async (...call: Parameters<typeof fetch>) => {
      const answer = await fetch(...call);
      answered = true;
      return answer;
    },
  });
  return { client, connected: () => answered };
}

export interface Followed<Item> {
  seen: Item[];
  errors: unknown[];
  stop(): unknown;
}

/** The values of one subscription field from now on; resolves once the server has responded. */
export async function follow<Item>(
  url: string,
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Followed<Item>> {
  const { client, connected } = sseClient(url, token);
  const stream = client.iterate<Record<string, Item>>({ query, variables });
  const followed: Followed<Item> = { seen: [], errors: [], stop: () => stream.return?.() };
  (async () => {
    for await (const { data, errors } of stream) {
      if (data) followed.seen.push(...Object.values(data));
      if (errors) followed.errors.push(...errors);
    }
  })().catch((error) => followed.errors.push(error));
  await until(connected);
  return followed;
}
