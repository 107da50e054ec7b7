// Loaded into a process by NODE_OPTIONS=--import: each name of REBOUND, a JSON object, leads to the addresses of its list, to others
// each time that it is looked up, to the last ones from then on. Each look-up is a line of LOOKUPS.
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isIPv6 } from 'node:net';

const { REBOUND, LOOKUPS } = process.env;
const addressesOf = new Map(Object.entries(JSON.parse(REBOUND)));
const { lookup } = dns;

dns.lookup = (name, options, callback) => {
  const addresses = addressesOf.get(name);
  if (!addresses) return lookup(name, options, callback);
  const next = addresses.length > 1 ? addresses.shift() : addresses[0];
  const found = next.split(',').map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  appendFileSync(LOOKUPS, `${name} ${next}\n`);
  const all = typeof options === 'object' && options.all;
  setImmediate(() => (all ? callback(null, found) : callback(null, found[0].address, found[0].family)));
};
syncBuiltinESMExports();
