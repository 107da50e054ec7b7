import { isIP } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { parseUrl } from '../network/parse-url.ts';
import { isPrivateHost } from '../network/private-address.ts';
import { AllowedHosts, bareHost } from './allowed-hosts.ts';
import { OutboundError } from './outbound-error.ts';
import { ENCODINGS, readBeginning, readBody } from './read-body.ts';
import { tlsProblem } from './tls-problem.ts';

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The largest response, after decompression. */
  maxBytes: number;
  /** Reads this much of the response and ignores the rest. If its body breaks off, the status is enough. */
  beginning?: boolean;
  /** For the whole request. */
  milliseconds?: number;
  /** How many redirects are followed, each checked like the first URL. Default: none. GET only. */
  redirects?: number;
}

export interface OutboundAnswer {
  status: number;
  /** In lower case. The first of repeated headers. */
  headers: Record<string, string>;
  body: Buffer;
  /** The final URL after redirects. */
  url: string;
  /** Whether that is on the public internet, not one of the operator's exceptions. */
  isPublic: boolean;
}

/** For the whole request by default: look-up, connection, redirects and reading. */
const ALL_MS = 10_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * The only way to send a request to a given URL. It reaches only hosts on the public internet, and those the operator allows
 * (docs/adr/0066).
 */
export class Outbound {
  readonly #public = openedOnce(new AllowedHosts([]));
  /** For the operator's exceptions. Absent without any. */
  readonly #inner: OpenedOnce | undefined;
  readonly #hosts: AllowedHosts;
  readonly #milliseconds: number;

  /** `allowed`: internal hosts, addresses and networks that may be reached too. */
  constructor(allowed: readonly string[], { milliseconds = ALL_MS } = {}) {
    this.#milliseconds = milliseconds;
    this.#hosts = new AllowedHosts(allowed);
    if (allowed.length > 0) this.#inner = openedOnce(this.#hosts);
  }

  /** Whether a URL is refused as written, without a look-up, so that its author gets the error at once. */
  refuses(address: string): boolean {
    const host = bareHost(parseUrl(address)?.hostname ?? '');
    return !this.#hosts.hasName(host) && (isIP(host) === 0 ? isPrivateHost(host) : !this.#hosts.has(host));
  }

  /** Whether a URL is https, or of a host that the operator has allowed by its name or address. */
  isSafe(address: string): boolean {
    const url = parseUrl(address);
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && this.#hosts.names(url.hostname));
  }

  /** Sends a request and reads the whole response, whatever its status. Throws OutboundError. */
  async request(address: string, request: OutboundRequest): Promise<OutboundAnswer> {
    const signal = AbortSignal.timeout(request.milliseconds ?? this.#milliseconds);
    let url = webAddressOf(address);
    try {
      for (let left = request.redirects ?? 0; ; left--) {
        const answer = await this.#once(url, request, signal);
        if (!REDIRECTS.has(answer.status) || request.redirects === undefined) return answer;
        if (left === 0) throw new OutboundError('redirect', `There were more than ${request.redirects} redirects.`);
        url = webAddressOf(answer.headers.location ?? '', url);
      }
    } catch (error) {
      throw problemOf(error, signal);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#public.close(), this.#inner?.close()]);
  }

  async #once(url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    try {
      return { ...(await send(await this.#public.agent(), url, request, signal)), isPublic: true };
    } catch (error) {
      if (!this.#inner || ownProblemOf(error)?.why !== 'refused') throw error;
      return { ...(await send(await this.#inner.agent(), url, request, signal)), isPublic: false };
    }
  }
}

interface OpenedOnce {
  agent(): Promise<Agent>;
  close(): Promise<void>;
}

/** Loaded with the first request, because it takes 10 MB and most installations send none. */
function openedOnce(hosts: AllowedHosts): OpenedOnce {
  let opening: Promise<Agent> | undefined;
  return {
    agent: () => {
      opening ??= import('./agent.ts').then(({ agentFor }) => agentFor(hosts));
      return opening;
    },
    close: async () => (await opening)?.destroy(),
  };
}

async function send(agent: Agent, url: URL, request: OutboundRequest, signal: AbortSignal) {
  const { method = 'GET', headers, body, maxBytes, beginning = false } = request;
  const answer = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    signal,
    headers: { 'accept-encoding': beginning ? 'identity' : ENCODINGS, 'user-agent': 'Tidings', ...headers },
    body: body ?? null,
  } satisfies Dispatcher.RequestOptions);
  const received = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, (Array.isArray(value) ? value[0] : value) ?? '']),
  );
  const bytes = beginning
    ? await readBeginning(answer.body, maxBytes)
    : await readBody(answer.body, received['content-encoding'] ?? '', maxBytes);
  return { status: answer.statusCode, headers: received, body: bytes, url: url.href };
}

/** Throws OutboundError unless it is an absolute http or https URL without a user and password. */
function webAddressOf(address: string, base?: URL): URL {
  const url = parseUrl(address, base);
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new OutboundError('refused', 'The address must be http or https, without a user and password.');
}

const ownProblemOf = (error: unknown): OutboundError | undefined =>
  [error, (error as Error).cause].find((one) => one instanceof OutboundError);

function problemOf(error: unknown, signal: AbortSignal): OutboundError {
  const own = ownProblemOf(error);
  if (own) return own;
  if (signal.aborted) return new OutboundError('time', 'The server did not answer completely in time.');
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundError('size', 'The response headers are too large.');
  const tls = tlsProblem(code);
  if (tls) return new OutboundError('tls', tls);
  if (/^(Z_|ERR_)/.test(code)) return new OutboundError('encoding', 'The compressed response could not be read.');
  return new OutboundError('unreachable', 'The server could not be reached.');
}
