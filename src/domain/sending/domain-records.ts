import type { SendingDomain } from '../../generated/prisma/client.ts';
import { ADVISED_BITS, bitsOf } from './dkim-key.ts';
import { type KeyColumns, type KeyStatus, keysOf, type PublishedKey } from './dkim-keys.ts';
import { wantedDmarc } from './dmarc-record.ts';
import { type Finding, type Findings, OTHER_PURPOSES, type Purpose, unseen } from './finding.ts';
import { FIRST_SPF } from './spf-record.ts';

export const RECORD_TYPES = ['txt', 'mx'] as const;

/** Authentication and bounces work without them. */
const OPTIONAL: ReadonlySet<Purpose> = new Set(['next_dkim', 'dmarc_reports', 'tls_reports', 'bimi']);

/** A DNS record to publish, and its state at the last check. */
export interface DomainRecord extends Finding {
  purpose: Purpose;
  type: (typeof RECORD_TYPES)[number];
  isOptional: boolean;
}

const PURPOSES: Readonly<Record<KeyStatus, Purpose>> = { current: 'dkim', next: 'next_dkim', old: 'old_dkim' };

/**
 * Returns the records to publish for authenticating messages of the domain (RFC 6376, 7208, 7489), and those of the bounce
 * domain.
 */
export function recordsOf(domain: KeyColumns & Pick<SendingDomain, 'found'>, now: Date): DomainRecord[] {
  const found = domain.found as unknown as Findings;
  const keys = keysOf(domain, found).map((key): DomainRecord => {
    const purpose = PURPOSES[key.status];
    const isOptional = OPTIONAL.has(purpose) || (key.keepUntil !== null && key.keepUntil <= now);
    const advice = [...key.finding.advice, ...dkimAdvice(key, domain.selector, now), ...longAdvice(key.finding)];
    return { purpose, type: 'txt', isOptional, ...key.finding, advice };
  });
  const findings = { ...usual(domain.domain), ...found };
  const rest = OTHER_PURPOSES.flatMap((purpose): DomainRecord[] => {
    const finding = findings[purpose];
    const type = purpose === 'return_path_mx' ? 'mx' : 'txt';
    if (!finding) return [];
    const advice = [...finding.advice, ...longAdvice(finding)];
    return [{ purpose, type, isOptional: OPTIONAL.has(purpose), ...finding, advice }];
  });
  return [...keys, ...rest];
}

/** The most characters of one string of a TXT record (RFC 1035, 3.3). */
const MAX_STRING = 255;

/** How to publish a value that does not fit into one string, until it is published. */
function longAdvice({ value, state }: Finding): string[] {
  if (state === 'ok' || value.length <= MAX_STRING) return [];
  const strings = value.match(new RegExp(`.{1,${MAX_STRING}}`, 'g')) ?? [];
  return [
    `The value has ${value.length} characters, but a string in a TXT record can have at most ${MAX_STRING}. If your DNS provider refuses it, publish it as ${strings.length} quoted strings in one record: ${strings.map((part) => `"${part}"`).join(' ')}`,
  ];
}

/** The records that every domain needs besides its keys, for any way of sending. */
const usual = (domain: string): Findings => ({
  spf: unseen(domain, FIRST_SPF),
  dmarc: unseen(`_dmarc.${domain}`, wantedDmarc(domain, undefined)),
});

/** Advice about a key's record, besides the findings of a check. `current`: the selector of the signing key. */
function dkimAdvice({ status, publicKey, keepUntil, finding }: PublishedKey, current: string, now: Date): string[] {
  if (keepUntil)
    return [
      keepUntil > now ? keep(keepUntil) : 'Messages are no longer signed with this key. You can remove the record.',
    ];
  const bits = bitsOf(publicKey);
  return [
    ...(status === 'next' && finding.state !== 'ok'
      ? [`Publish it next to the record of ${current}, which signs until this one is found.`]
      : []),
    ...(bits < ADVISED_BITS ? [`The key has ${bits} bits. Gmail and Yahoo ask for ${ADVISED_BITS}.`] : []),
  ];
}

const keep = (until: Date): string =>
  `Keep this record until ${until.toISOString().slice(0, 10)} for messages in transit signed with its key.`;
