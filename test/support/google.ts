import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A statistic of a domain: the day, and its value by metric. */
type Values = Record<string, number>;

export interface GoogleServer {
  origin: string;
  /** The requests, such as `query shop.example 2026-01-01…2026-01-31`. */
  asked: string[];
  /** The refresh token that is valid, and the statistics by domain and day. A domain without an entry is not verified. */
  refreshToken: string;
  domains: Map<string, Map<string, Values>>;
  compliance: Map<string, object>;
  /** Answers in place of the server, if it returns something. */
  instead: (path: string) => Reply | undefined;
  close(): Promise<void>;
}

/** As `google.rpc.Status` in JSON. */
export const googleError = (code: number, status: string, reason?: string): Reply => ({
  status: code,
  body: {
    error: {
      code,
      message: 'Words of Google for somebody@inside.example',
      status,
      ...(reason && { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] }),
    },
  },
});

/** Google's token endpoint and Postmaster Tools API v2 on this machine, as documented. */
export async function startGoogle(): Promise<GoogleServer> {
  const valid = new Set<string>();
  const server = createServer(async (request, response) => {
    const { status, body, headers } = await replyTo(google, valid, request);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const google: GoogleServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    refreshToken: 'refresh-1',
    domains: new Map(),
    compliance: new Map(),
    instead: () => undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return google;
}

async function replyTo(google: GoogleServer, valid: Set<string>, request: IncomingMessage): Promise<Reply> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { url: path = '' } = request;
  const instead = google.instead(path);
  if (path === '/token') {
    google.asked.push('token');
    if (instead) return instead;
    const given = new URLSearchParams(text);
    if (given.get('client_secret') !== 'for clients') return { status: 401, body: { error: 'invalid_client' } };
    if (given.get('refresh_token') !== google.refreshToken) return { status: 400, body: { error: 'invalid_grant' } };
    const token = `access-${valid.size + 1}`;
    valid.add(token);
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } };
  }
  const [, domain = '', method] = /^\/v2\/domains\/([^/]+)\/(domainStats:query|complianceStatus)$/.exec(path) ?? [];
  const query = method === 'domainStats:query' ? JSON.parse(text) : undefined;
  google.asked.push(query ? `query ${domain} ${rangeOf(query)}` : `compliance ${domain}`);
  if (instead) return instead;
  if (!valid.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
    return googleError(401, 'UNAUTHENTICATED');
  const days = google.domains.get(domain);
  if (!days) return googleError(403, 'PERMISSION_DENIED');
  if (!query) return { status: 200, body: google.compliance.get(domain) ?? {} };
  return { status: 200, body: page(days, query) };
}

const written = ({ year, month, day }: Values) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

// biome-ignore lint/suspicious/noExplicitAny: a request as it came
function rangeOf(query: any): string {
  const [{ start, end }] = query.timeQuery.dateRanges.dateRanges;
  return `${written(start)}…${written(end)}`;
}

/** One page of statistics, by day and metric. A filter must have one of the documented forms. */
// biome-ignore lint/suspicious/noExplicitAny: a request as it came
function page(days: Map<string, Values>, query: any) {
  expect(query.pageSize).toBeLessThanOrEqual(200);
  expect(query.aggregationGranularity).toBe('DAILY');
  const [first = '', last = ''] = rangeOf(query).split('…');
  const all = [...days]
    .filter(([day]) => day >= first && day <= last)
    .sort()
    .flatMap(([day, values]) =>
      query.metricDefinitions.flatMap((one: { name: string; baseMetric: Values; filter?: string }) => {
        const key = [one.baseMetric.standardMetric, one.filter].filter(Boolean).join(' ');
        expect(key).toMatch(
          /^(SPAM_RATE|DELIVERY_ERROR_RATE|AUTH_SUCCESS_RATE auth_type = "(spf|dkim|dmarc)"|DELIVERY_ERROR_RATE error_type = "(reject|temp_fail)" AND error_reason = "[a-z_]+")$/,
        );
        const value = values[key];
        const [year, month, date] = day.split('-').map(Number);
        return value === undefined
          ? []
          : [{ metric: one.name, date: { year, month, day: date }, value: { floatValue: value } }];
      }),
    );
  const from = Number(query.pageToken ?? 0);
  const next = from + 7; // fewer than asked for, as Google may
  return { domainStats: all.slice(from, next), ...(next < all.length && { nextPageToken: String(next) }) };
}
