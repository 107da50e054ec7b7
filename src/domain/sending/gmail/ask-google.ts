import type { Config } from '../../../config.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../../outbound/outbound.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import { GmailProblem, type GmailProblemCode } from './problems.ts';

/** How to reach Google. */
export interface Google {
  outbound: Outbound;
  config: Pick<Config, 'googleApiOrigin'>;
}

const TOKEN_ORIGIN = 'https://oauth2.googleapis.com';
const API_ORIGIN = 'https://gmailpostmastertools.googleapis.com';
const MAX_BYTES = 1_048_576;

type Answer = Record<string, unknown>;

/** A new access token (RFC 6749, 6). Throws GmailProblem. */
export async function requestAccessToken(
  google: Google,
  grant: { clientId: string; clientSecret: string; refreshToken: string },
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: grant.clientId,
    client_secret: grant.clientSecret,
    refresh_token: grant.refreshToken,
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const url = `${google.config.googleApiOrigin ?? TOKEN_ORIGIN}/token`;
  const answer = await send(google, url, { method: 'POST', headers, body, maxBytes: MAX_BYTES });
  const { access_token: token } = contentOf(answer);
  if (answer.status === 429) throw new GmailProblem('quota', waitOf(answer));
  if (answer.status >= 400 && answer.status < 500) throw new GmailProblem('credentials');
  if (answer.status !== 200 || typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    throw new GmailProblem('unavailable', waitOf(answer));
  }
  return token;
}

/** Calls the Postmaster Tools API: GET, or POST with a body. Throws GmailProblem. */
export async function askPostmaster(google: Google, token: string, path: string, body?: object): Promise<Answer> {
  const answer = await send(google, `${google.config.googleApiOrigin ?? API_ORIGIN}/v2/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    maxBytes: MAX_BYTES,
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = contentOf(answer);
  if (answer.status === 200) return content;
  throw new GmailProblem(problemOf(answer.status, content), waitOf(answer));
}

async function send({ outbound }: Google, url: string, request: OutboundRequest): Promise<OutboundAnswer> {
  try {
    return await outbound.request(url, request);
  } catch (error) {
    if (error instanceof OutboundError) throw new GmailProblem('unavailable');
    throw error;
  }
}

function contentOf({ status, body }: OutboundAnswer): Answer {
  try {
    const content: unknown = JSON.parse(body.toString());
    if (typeof content === 'object' && content !== null) return { ...content };
  } catch {
    // An error page of a proxy, for example.
  }
  if (status === 200) throw new GmailProblem('unavailable');
  return {};
}

/** By the status, and by the reason in the details of Google's error (google.rpc.ErrorInfo). */
function problemOf(status: number, { error }: Answer): GmailProblemCode {
  const text = JSON.stringify(error ?? {});
  if (status === 429 || /"(RATE_LIMIT_EXCEEDED|RESOURCE_EXHAUSTED|rateLimitExceeded|quotaExceeded)"/.test(text)) {
    return 'quota';
  }
  if (status === 401) return 'credentials';
  if (status === 404) return 'not_verified';
  if (status !== 403) return 'unavailable';
  if (/"(ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficientPermissions)"/.test(text)) return 'scope';
  return /"(SERVICE_DISABLED|accessNotConfigured)"/.test(text) ? 'api_disabled' : 'not_verified';
}

/** The seconds in Retry-After. */
function waitOf({ headers }: OutboundAnswer): number | undefined {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
