import * as client from 'openid-client';
import type { OidcSettings } from '../config.ts';
import { isEncrypted } from '../network/loopback.ts';

/** What the server calls. The client secret goes to the first, and the second says which signatures are valid. */
const CALLED = ['token_endpoint', 'jwks_uri'] as const;

/**
 * Reads what a provider says of itself. ID tokens must then have its signature, although they come over TLS: a proxy between may end
 * TLS. Throws when it does not answer, and when one of its addresses is neither https nor on this machine.
 */
export async function discoverProvider({
  issuer,
  clientId,
  clientSecret,
}: OidcSettings): Promise<client.Configuration> {
  const execute = [client.enableNonRepudiationChecks];
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests);
  const provider = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });
  for (const name of CALLED) {
    const address = provider.serverMetadata()[name];
    if (address === undefined || !isEncrypted(address)) throw new Error(`its ${name} is not an https address`);
  }
  return provider;
}
