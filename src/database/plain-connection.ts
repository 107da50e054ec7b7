import { targetOf } from './client-options.ts';
import { type DatabaseHost, isLocal } from './database-url.ts';

/**
 * What an operator should know of a database on another machine that this process talks to without TLS. Undefined: there is none.
 * Call it once the host of the address is chosen.
 */
export function plainConnectionWarning(url: string): string | undefined {
  const { read, target } = targetOf(url);
  const host = read.hosts[target.host] as DatabaseHost;
  if (target.encrypted || isLocal(host)) return undefined;
  const name = host.host ?? process.env.PGHOST;
  return `The connection to the database at ${name} is not encrypted: its network can read the data and the password. Add sslmode=require to DATABASE_URL`;
}
