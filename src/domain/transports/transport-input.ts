import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { domainName } from '../../validation/email.ts';
import { whole } from '../../validation/number.ts';
import { filled, listOf, record, text, yesOrNo } from '../../validation/text.ts';
import { day } from '../../validation/time.ts';

const MAX_CONNECTIONS = 100;
const MAX_PER_MINUTE = 1_000_000;
const MAX_LIMITS = 100;

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const NO_HOST = 'must be the name or the IP address of a host, such as smtp.provider.example.';

/** Characters that domainToASCII drops, decodes or cuts off, so that another host would be stored than was given. */
const NOT_IN_HOSTS = /[\s\p{C}%/\\?#]/u;

/** The name of a host, in ASCII, or its IP address. */
const hostName = () =>
  filled(255).transform((value, context) => {
    const address = value.replace(/^\[(.*)\]$/, '$1');
    if (isIP(address) !== 0) return address.toLowerCase();
    const name = NOT_IN_HOSTS.test(value) ? '' : domainToASCII(value);
    if (HOST.test(name) && !/^[\d.]+$|(^|\.)0x/.test(name)) return name;
    context.addIssue({ code: 'custom', message: NO_HOST });
    return z.NEVER;
  });

const isPlain = (value: string): boolean => !/\p{Cc}/u.test(value);
const NOT_PLAIN = 'must not contain control characters.';

const domainLimit = record({
  domain: domainName(),
  connections: whole(1, MAX_CONNECTIONS).nullish(),
  messagesPerMinute: whole(1, MAX_PER_MINUTE).nullish(),
}).transform(({ domain, connections, messagesPerMinute }) => ({
  ...{ domain, connections: connections ?? null, messagesPerMinute: messagesPerMinute ?? null },
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
  user: filled(255).refine(isPlain, NOT_PLAIN).nullish(),
  password: text(1_000).min(1, 'is required.').refine(isPlain, NOT_PLAIN).nullish(),
  connections: whole(1, MAX_CONNECTIONS).nullish(),
  messagesPerMinute: whole(1, MAX_PER_MINUTE).nullish(),
  warmUpStartedOn: day().nullish(),
  domainLimits: domainLimits.nullish(),
  isDefault: yesOrNo().nullish(),
});

export const transportChange = transportInput.partial({ name: true, host: true });
