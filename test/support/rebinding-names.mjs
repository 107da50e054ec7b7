// Loaded into a process by NODE_OPTIONS=--import: the name REBOUND leads to the addresses of ADDRESSES, another one each time that it
// is looked up, the last one from then on. Each look-up is a line of LOOKUPS.
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isIPv6 } from 'node:net';

const { REBOUND, ADDRESSES, LOOKUPS } = process.env;
const addresses = ADDRESSES.split(' ');
const { lookup } = dns;
let times = 0;

dns.lookup = (name, options, callback) => {
  if (name !== REBOUND) return lookup(name, options, callback);
  const found = addresses[Math.min(times++, addresses.length - 1)]
    .split(',')
    .map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  appendFileSync(LOOKUPS, `${found.map(({ address }) => address).join(',')}\n`);
  const all = typeof options === 'object' && options.all;
  setImmediate(() => (all ? callback(null, found) : callback(null, found[0].address, found[0].family)));
};
syncBuiltinESMExports();
