import type { Issue } from '../../errors.ts';
import type { Transport } from '../../generated/prisma/client.ts';

type Secured = Partial<Pick<Transport, 'port' | 'secure' | 'user' | 'tls' | 'ca' | 'fingerprint'>>;

/** A password is only sent over TLS, and TLS settings require TLS. */
export function tlsIssues({ secure, port, user, tls, ca, fingerprint }: Nullish<Secured>): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, problem: string) => issues.push({ path: [field], problem });
  const off = tls === 'off';
  if (off && user != null) add('tls', 'must not be off with a user and a password, which are only sent over TLS.');
  if (off && (secure ?? port === 465)) add('tls', 'must not be off when secure is true.');
  if (off && ca != null) add('ca', 'cannot be used with tls: off.');
  if (off && fingerprint != null) add('fingerprint', 'cannot be used with tls: off.');
  if (ca != null && fingerprint != null) add('fingerprint', 'cannot be used together with ca.');
  return issues;
}

type Nullish<Shape> = { [Key in keyof Shape]?: Shape[Key] | null };
