import { Semaphore } from '../../../async/semaphore.ts';
import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import { isReserved } from './links-of.ts';

/** More would keep the author waiting. */
const MAX_LINKS = 40;
const PARALLEL = 8;
const MILLISECONDS = 5_000;
const REDIRECTS = 5;
const MAX_SHOWN = 5;

/**
 * Opens each link of a campaign as a browser would, and returns an issue for those that lead to an error page or to no server.
 * Pages that refuse programs (401, 403, 429) count as working. Ignores links with variables, and reserved and private ones,
 * which other warnings name.
 */
export async function brokenLinks(outbound: Outbound, allLinks: readonly string[]): Promise<Issue[]> {
  const links = allLinks.filter((link) => !isReserved(link) && !outbound.refuses(link));
  const turns = new Semaphore(() => PARALLEL);
  const faults = await Promise.all(
    links.slice(0, MAX_LINKS).map((link) => inTurn(turns, () => faultOf(outbound, link))),
  );
  if (faults.length > 1 && faults.every((fault) => fault === WORDS.unreachable)) return [NO_ACCESS];
  const broken = faults.flatMap((fault, index) => (fault ? [`${links[index]} (${fault})`] : []));
  if (broken.length === 0) return [];
  const more = broken.length > MAX_SHOWN ? ` and ${broken.length - MAX_SHOWN} more` : '';
  return [{ path: ['links'], problem: `These links do not work: ${broken.slice(0, MAX_SHOWN).join(', ')}${more}.` }];
}

/** One link alone may be wrong. */
const NO_ACCESS: Issue = {
  path: ['links'],
  problem:
    'No link could be opened from this server, which may have no access to the internet. Open the links yourself.',
};

async function inTurn<Result>(turns: Semaphore, work: () => Promise<Result>): Promise<Result> {
  await turns.acquire();
  return work().finally(() => turns.release());
}

async function faultOf(outbound: Outbound, link: string): Promise<string | undefined> {
  try {
    const request = { maxBytes: 1_024, beginning: true, redirects: REDIRECTS, milliseconds: MILLISECONDS };
    const { status } = await outbound.request(link, { ...request, headers: { accept: 'text/html,*/*' } });
    return status === 404 || status === 410 || status >= 500 ? String(status) : undefined;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.why === 'size' || error.why === 'encoding' ? undefined : WORDS[error.why];
  }
}

const WORDS: Record<OutboundError['why'], string | undefined> = {
  refused: undefined, // an address of this network, which recipients may not reach either: see ownLinkIssues
  unreachable: 'no server answers',
  time: 'no answer within 5 seconds',
  redirect: 'too many redirects',
  tls: 'the certificate is not valid',
  size: undefined,
  encoding: undefined,
};
