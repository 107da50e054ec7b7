import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import { PRIVATE_ADDRESS } from '../../../outbound/private-address.ts';
import type { Reading } from './reading.ts';

const NOT_SAFE = 'must begin with https://. This installation only sends to https addresses.';

/** Checks whether requests may go to an address, judging by its text. */
export type Reachable = Pick<Outbound, 'refuses' | 'isSafe'>;

/**
 * Webhook addresses that this installation refuses. A host name may still resolve to a private address; each connection
 * checks that.
 */
export const urlIssues = ({ urls }: Reading, outbound: Reachable): Issue[] =>
  urls.flatMap(({ path, url }) => {
    if (outbound.refuses(url)) return [{ path, problem: PRIVATE_ADDRESS }];
    return outbound.isSafe(url) ? [] : [{ path, problem: NOT_SAFE }];
  });
