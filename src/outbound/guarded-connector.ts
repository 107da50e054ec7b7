import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AllowedHosts, bareHost } from './allowed-hosts.ts';
import { forbidden } from './outbound-error.ts';

const CONNECT_MS = 5_000;

/**
 * Opens connections to allowed addresses only. It checks at the connection itself: a literal address directly; for a name, one
 * look-up, a check of all its addresses, and a connection to one of them. So a name that resolves differently the next time
 * (rebinding) gains nothing.
 */
export function guardedConnector(hosts: AllowedHosts): buildConnector.connector {
  const connect = buildConnector({ lookup: checkedLookup(hosts), timeout: CONNECT_MS } as buildConnector.BuildOptions);
  return (options, callback) => {
    const literal = bareHost(options.hostname);
    // The look-up is never called for these.
    if (isIP(literal) !== 0 && !hosts.has(literal)) callback(forbidden(), null);
    else connect(options, callback);
  };
}

const checkedLookup =
  (hosts: AllowedHosts): LookupFunction =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const refused = !hosts.hasName(name) && found.some(({ address }) => !hosts.has(address));
      const [first] = found;
      if (refused || !first) return callback(forbidden(), '', 0);
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
