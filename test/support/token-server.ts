import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenServer {
  url: string;
  /** The requests, in order. */
  asked: Record<string, string>[];
  /** The issued access tokens, in order. */
  given: string[];
  /** Its response from now on. Default: a new access token for an hour. */
  answer: (number: number) => { status: number; body: unknown };
  close(): Promise<void>;
}

/** A provider's token endpoint (RFC 6749) on this machine. */
export async function startTokenServer(): Promise<TokenServer> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    tokens.asked.push(Object.fromEntries(new URLSearchParams(text)));
    const { status, body } = tokens.answer(tokens.asked.length);
    const { access_token: token } = body as { access_token?: string };
    if (token) tokens.given.push(token);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const tokens: TokenServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    ...{ asked: [], given: [] },
    answer: (number) => ({ status: 200, body: { access_token: `token-${number}`, expires_in: 3_600 } }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return tokens;
}
