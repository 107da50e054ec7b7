import { isIP } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { isPrivateHost } from '../network/private-address.ts';
import { AllowedHosts, bareHost } from './allowed-hosts.ts';
import { OutboundError } from './outbound-error.ts';
import { ENCODINGS, readBeginning, readBody } from './read-body.ts';
import { tlsProblem } from './tls-problem.ts';

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The largest answer, after decompression. */
  maxBytes: number;
  /** Reads so much of the answer and leaves the rest, and takes the status for the answer if its body breaks off. */
  beginning?: boolean;
  /** For the whole request. */
  milliseconds?: number;
  /** How many redirects are followed, each checked as the first address is. Default: none. GET alone. */
  redirects?: number;
}

export interface OutboundAnswer {
  status: number;
  /** In lower case. The first of those that came several times. */
  headers: Record<string, string>;
  body: Buffer;
  /** Where it came from at last. */
  url: string;
  /** Whether that is on the public internet, and not what the operator allows besides. */
  isPublic: boolean;
}

/** For the whole request, unless it says otherwise: looking up, connecting, redirects and reading. */
const ALL_MS = 10_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * The only way to send a request to an address that somebody gave us. It reaches hosts on the public internet alone, and
 * those that the operator allows (docs/adr/0066).
 */
export class Outbound {
  readonly #public = openedOnce(new AllowedHosts([]));
  /** For what is allowed besides. Absent: nothing is. */
  readonly #inner: OpenedOnce | undefined;
  readonly #hosts: AllowedHosts;
  readonly #milliseconds: number;

  /** `allowed`: hosts, addresses and networks inside that may be reached too. */
  constructor(allowed: readonly string[], { milliseconds = ALL_MS } = {}) {
    this.#milliseconds = milliseconds;
    this.#hosts = new AllowedHosts(allowed);
    if (allowed.length > 0) this.#inner = openedOnce(this.#hosts);
  }

  /** Whether an address is refused as it is written, without a look-up: so that who gives it hears at once. */
  refuses(address: string): boolean {
    const host = URL.canParse(address) ? bareHost(new URL(address).hostname) : '';
    return !this.#hosts.hasName(host) && (isIP(host) === 0 ? isPrivateHost(host) : !this.#hosts.has(host));
  }

  /** Whether an address is of https, or of a host that the operator has allowed by its name or address. */
  isSafe(address: string): boolean {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && this.#hosts.names(url.hostname));
  }

  /** Sends a request and reads the whole answer, whatever its status. Throws OutboundError. */
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

/** Loaded with the first request, because it takes 10 MB: most installations send none. */
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
    ...{ origin: url.origin, path: url.pathname + url.search, method, signal },
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

/** Throws OutboundError unless it is an absolute address of http or https without a user and a password. */
function webAddressOf(address: string, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new OutboundError('refused', 'The address is not one of http or https without a user and a password.');
}

const ownProblemOf = (error: unknown): OutboundError | undefined =>
  [error, (error as Error).cause].find((one) => one instanceof OutboundError);

function problemOf(error: unknown, signal: AbortSignal): OutboundError {
  const own = ownProblemOf(error);
  if (own) return own;
  if (signal.aborted) return new OutboundError('time', 'There was no whole answer in time.');
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundError('size', 'The headers of the answer are too large.');
  const tls = tlsProblem(code);
  if (tls) return new OutboundError('tls', tls);
  if (/^(Z_|ERR_)/.test(code)) return new OutboundError('encoding', 'The compressed answer could not be read.');
  return new OutboundError('unreachable', 'The server could not be reached.');
}
