import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Reading } from './reading.ts';

const NOT_SAFE = 'must begin with https://. This installation only sends to https addresses.';
const PRIVATE =
  'must be public. This installation does not send to private addresses, unless its setting OUTBOUND_ALLOW names the host.';

/** Checks whether requests may go to an address, judging by its text. */
export type Reachable = Pick<Outbound, 'refuses' | 'isSafe'>;

/**
 * Webhook addresses that this installation refuses. A host name may still resolve to a private address; each connection
 * checks that.
 */
export const urlIssues = ({ urls }: Reading, outbound: Reachable): Issue[] =>
  urls.flatMap(({ path, url }) => {
    if (outbound.refuses(url)) return [{ path, problem: PRIVATE }];
    return outbound.isSafe(url) ? [] : [{ path, problem: NOT_SAFE }];
  });
