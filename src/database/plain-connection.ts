import { targetOf } from './client-options.ts';
import { type DatabaseHost, isLocal } from './database-url.ts';

/**
 * A warning for the operator about an unencrypted connection to a database on another machine. Undefined for other connections.
 * Call it after the host of the URL is chosen.
 */
export function plainConnectionWarning(url: string): string | undefined {
  const { read, target } = targetOf(url);
  const host = read.hosts[target.host] as DatabaseHost;
  if (target.encrypted || isLocal(host)) return undefined;
  const name = host.host ?? process.env.PGHOST;
  return `The connection to the database at ${name} is not encrypted: its network can read the data and the password. Add sslmode=require to DATABASE_URL`;
}
