import * as client from 'openid-client';
import type { OidcSettings } from '../config.ts';
import { isEncrypted } from '../network/loopback.ts';

/** The URLs that the server calls. The first receives the client secret; the second provides the keys that verify signatures. */
const CALLED = ['token_endpoint', 'jwks_uri'] as const;

/**
 * Reads the metadata of a provider. ID tokens must be signed although they arrive over TLS, because a proxy in between may end
 * TLS. Throws when the provider does not answer, or when one of its URLs is neither https nor on this machine.
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
