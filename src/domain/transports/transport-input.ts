import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import type { Transport } from '../../generated/prisma/client.ts';
import { normaliseEhloName } from '../../network/ehlo-name.ts';
import { normaliseCertificates, normaliseFingerprint, TLS_MODES } from '../../network/mail-tls.ts';
import { domainName } from '../../validation/email.ts';
import { bulkHeaders } from '../../validation/message-headers.ts';
import { whole } from '../../validation/number.ts';
import { filled, listOf, oneOf, record, text, yesOrNo } from '../../validation/text.ts';
import { day } from '../../validation/time.ts';
import { oauth2Input } from './oauth2.ts';

/** When the session with a mail server is encrypted. */
export { TLS_MODES, type TlsMode, tlsModeOf } from '../../network/mail-tls.ts';

const MAX_CONNECTIONS = 100;
const MAX_PER_MINUTE = 1_000_000;
const MAX_LIMITS = 100;

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const NO_HOST = 'must be a host name or IP address, such as smtp.provider.example.';

/** Characters that domainToASCII drops, decodes or cuts off, so that the stored host would differ from the given one. */
const NOT_IN_HOSTS = /[\s\p{C}%/\\?#]/u;

/** A host name in ASCII, or an IP address. */
const hostName = () =>
  filled(255).transform((value, context) => {
    const address = value.replace(/^\[(.*)\]$/, '$1');
    if (isIP(address) !== 0) return address.toLowerCase();
    const name = NOT_IN_HOSTS.test(value) ? '' : domainToASCII(value);
    if (HOST.test(name) && !/^[\d.]+$|(^|\.)0x/.test(name)) return name;
    context.addIssue({ code: 'custom', message: NO_HOST });
    return z.NEVER;
  });

/** Text in the form that `normalise` returns; `problem` if it returns none. */
const normalised = (max: number, normalise: (value: string) => string | undefined, problem: string) =>
  filled(max).transform((value, context) => {
    const result = normalise(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

const MAX_PEM = 50_000;
const NO_CERTIFICATES =
  'must be one or more certificates in PEM format (-----BEGIN CERTIFICATE-----), and nothing else.';
const NO_FINGERPRINT = 'must be the SHA-256 fingerprint of a certificate: 64 hexadecimal digits.';
const NO_EHLO_NAME = 'must be a host name, such as mail.shop.example, or an address in brackets.';

const isPlain = (value: string): boolean => !/\p{Cc}/u.test(value);
const NOT_PLAIN = 'must not contain control characters.';

const domainLimit = record({
  domain: domainName(),
  connections: whole(1, MAX_CONNECTIONS).nullish(),
  messagesPerMinute: whole(1, MAX_PER_MINUTE).nullish(),
}).transform(({ domain, connections, messagesPerMinute }) => ({
  domain,
  connections: connections ?? null,
  messagesPerMinute: messagesPerMinute ?? null,
}));

const domainLimits = listOf(domainLimit, 0, MAX_LIMITS).superRefine((limits, context) => {
  const seen = new Set<string>();
  for (const [index, { domain }] of limits.entries()) {
    if (seen.has(domain)) context.addIssue({ code: 'custom', path: [index, 'domain'], message: 'is given twice.' });
    seen.add(domain);
  }
});

/** The limits of a transport for one recipient domain. */
export type DomainLimit = z.output<typeof domainLimit>;

export const transportInput = record({
  name: filled(255),
  host: hostName(),
  port: whole(1, 65_535).nullish(),
  secure: yesOrNo().nullish(),
  tls: oneOf(TLS_MODES).nullish(),
  ca: normalised(MAX_PEM, normaliseCertificates, NO_CERTIFICATES).nullish(),
  fingerprint: normalised(255, normaliseFingerprint, NO_FINGERPRINT).nullish(),
  ehloName: normalised(255, normaliseEhloName, NO_EHLO_NAME).nullish(),
  user: filled(255).refine(isPlain, NOT_PLAIN).nullish(),
  password: text(1_000).min(1, 'is required.').refine(isPlain, NOT_PLAIN).nullish(),
  oauth2: oauth2Input.nullish(),
  connections: whole(1, MAX_CONNECTIONS).nullish(),
  messagesPerMinute: whole(1, MAX_PER_MINUTE).nullish(),
  warmUpStartedOn: day().nullish(),
  domainLimits: domainLimits.nullish(),
  headers: bulkHeaders(),
  isDefault: yesOrNo().nullish(),
});

export const transportChange = transportInput.partial({ name: true, host: true });

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
