import XOAuth2 from 'nodemailer/lib/xoauth2';
import { isEncrypted } from '../network/loopback.ts';
import { MailServerProblem } from '../network/smtp-problem.ts';
import type { Outbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';

/** How access tokens are renewed (RFC 6749, 6). */
export interface TokenGrant {
  url: string;
  clientId: string;
  clientSecret: string | null;
  refreshToken: string;
  /** Sent if the provider needs it. */
  scope?: string;
}

const MAX_BYTES = 65_536;
/** How long before its expiry an access token is renewed, or after nine tenths of a short life. */
const MARGIN_MS = 300_000;
/** How long a token without an expiry is used; RFC 6749 leaves it open. */
const USUAL_SECONDS = 3_600;
/** How long a refused renewal is not retried, however many connections need a token. */
const REFUSED_MS = 60_000;

/**
 * The access tokens of one user of a mail server. nodemailer keeps the current one, renews it when it expires or is refused, and
 * lets concurrent connections wait for the same renewal. `rotated` is called with a new refresh token.
 */
export function accessTokens(
  user: string,
  grant: TokenGrant,
  { outbound, rotated }: { outbound: Outbound; rotated: (refreshToken: string) => Promise<void> },
): XOAuth2 {
  let { refreshToken } = grant;
  let refused: { problem: Error; until: number } | undefined;
  const renew = async (): Promise<{ token: string; expires: number }> => {
    if (refused && refused.until > Date.now()) throw refused.problem;
    refused = undefined;
    try {
      const answer = await renewToken(outbound, { ...grant, refreshToken });
      if (answer.refreshToken && answer.refreshToken !== refreshToken) {
        refreshToken = answer.refreshToken;
        await rotated(refreshToken);
      }
      return answer;
    } catch (error) {
      if (error instanceof RefusedRenewal) refused = { problem: error, until: Date.now() + REFUSED_MS };
      throw error;
    }
  };
  return new XOAuth2({
    user,
    provisionCallback: (_user, _renew, done) => {
      renew().then(
        ({ token, expires }) => done(null, token, expires),
        (error) => done(error),
      );
    },
  });
}

/** The provider refused, and will do so again. */
class RefusedRenewal extends MailServerProblem {}

async function renewToken(outbound: Outbound, { url, clientId, clientSecret, refreshToken, scope }: TokenGrant) {
  if (!isEncrypted(url)) throw new MailServerProblem('The token URL must begin with https://.');
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
    ...(clientSecret && { client_secret: clientSecret }),
    ...(scope && { scope }),
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const answer = await outbound.request(url, { method: 'POST', headers, body, maxBytes: MAX_BYTES }).catch((error) => {
    if (error instanceof OutboundError)
      throw new MailServerProblem(`No access token could be renewed: ${error.message}`);
    throw error;
  });
  const response = readAnswer(answer.body);
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
    throw new RefusedRenewal(
      `The token URL refused to renew the access token: ${errorOf(response)} (${answer.status}). Sign in there again and set the new refresh token.`,
    );
  }
  if (
    answer.status !== 200 ||
    typeof response.access_token !== 'string' ||
    !/^[\x21-\x7e]+$/.test(response.access_token)
  ) {
    throw new MailServerProblem(`The token URL returned no access token (${answer.status}).`);
  }
  const lifetime = (Number(response.expires_in) > 0 ? Number(response.expires_in) : USUAL_SECONDS) * 1_000;
  return {
    token: response.access_token,
    expires: Date.now() + lifetime - Math.min(MARGIN_MS, lifetime / 10),
    refreshToken: typeof response.refresh_token === 'string' ? response.refresh_token : undefined,
  };
}

function readAnswer(body: Buffer): Record<string, unknown> {
  try {
    const response = JSON.parse(body.toString());
    return typeof response === 'object' && response !== null ? response : {};
  } catch {
    return {};
  }
}

/** The code of RFC 6749, 5.2, such as `invalid_grant`. The rest of the response is not shown. */
const errorOf = ({ error }: Record<string, unknown>): string =>
  typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : 'no reason given';
