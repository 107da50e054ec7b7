import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Reading } from './reading.ts';

const NOT_SAFE = 'must begin with https://. This installation sends to no other addresses.';
const PRIVATE = 'must be public. This installation does not send to private addresses.';

/** Says whether requests may go to an address as it is written. */
export type Reachable = Pick<Outbound, 'refuses' | 'isSafe'>;

/** The addresses of webhooks to which this installation sends nothing. A name may lead inside all the same: each connection sees that. */
export const urlIssues = ({ urls }: Reading, outbound: Reachable): Issue[] =>
  urls.flatMap(({ path, url }) => {
    if (outbound.refuses(url)) return [{ path, problem: PRIVATE }];
    return outbound.isSafe(url) ? [] : [{ path, problem: NOT_SAFE }];
  });
