import type { SendingDomain } from '../../generated/prisma/client.ts';
import { wantedDmarc } from './dmarc-record.ts';
import { FIRST_SPF } from './spf-record.ts';

export const RECORD_PURPOSES = [
  ...(['dkim', 'spf', 'dmarc', 'return_path_mx', 'return_path_spf'] as const),
  ...(['dmarc_reports', 'tls_reports', 'bimi'] as const),
] as const;
export const RECORD_TYPES = ['txt', 'mx'] as const;
export const RECORD_STATES = ['ok', 'missing', 'different', 'unknown'] as const;
export type Purpose = (typeof RECORD_PURPOSES)[number];
export type RecordState = (typeof RECORD_STATES)[number];

/** What is known of a record: what to publish, and what was found at the last check. */
export interface Finding {
  name: string;
  /** What to publish. It contains what is published already and is still right. */
  value: string;
  /** `unknown`: not checked yet, or no server answered. */
  state: RecordState;
  /** What was there. */
  published: readonly string[];
  /** Sentences for the owner of the domain. */
  advice: readonly string[];
}

/** As it is stored with the domain. */
export type Findings = Partial<Record<Purpose, Finding>>;

/** Mail is authenticated and comes back without them. */
const OPTIONAL: ReadonlySet<Purpose> = new Set(['dmarc_reports', 'tls_reports', 'bimi']);

/** A DNS record to publish, and its state at the last check. */
export interface DomainRecord extends Finding {
  purpose: Purpose;
  type: (typeof RECORD_TYPES)[number];
  isOptional: boolean;
}

export type Named = Pick<SendingDomain, 'domain' | 'selector' | 'publicKey'>;

/**
 * Returns the records to publish, by which receivers authenticate messages of the domain (RFC 6376, 7208, 7489), and
 * those of the domain that bounces return to.
 */
export function recordsOf(domain: Named & Pick<SendingDomain, 'found'>): DomainRecord[] {
  const findings: Findings = { ...usual(domain), ...(domain.found as unknown as Findings) };
  return RECORD_PURPOSES.flatMap((purpose) => {
    const finding = findings[purpose];
    const type = purpose === 'return_path_mx' ? 'mx' : 'txt';
    if (!finding) return [];
    const advice = [...finding.advice, ...longAdvice(finding)];
    return [{ purpose, type, isOptional: OPTIONAL.has(purpose), ...finding, advice }];
  });
}

/** The most characters of one string of a TXT record (RFC 1035, 3.3). */
const MAX_STRING = 255;

/** How to publish a value that does not fit into one string, until it is there. */
function longAdvice({ value, state }: Finding): string[] {
  if (state === 'ok' || value.length <= MAX_STRING) return [];
  const strings = value.match(new RegExp(`.{1,${MAX_STRING}}`, 'g')) ?? [];
  return [
    `The value has ${value.length} characters, and one string of a TXT record holds ${MAX_STRING}. If your DNS provider refuses it, publish it as ${strings.length} quoted strings in one record: ${strings.map((part) => `"${part}"`).join(' ')}`,
  ];
}

/** A record that was not looked for yet. */
export const unseen = (name: string, value: string, advice: readonly string[] = []): Finding => ({
  ...{ name, value, state: 'unknown', published: [], advice },
});

export const dkimName = ({ domain, selector }: Named): string => `${selector}._domainkey.${domain}`;
export const dkimValue = ({ publicKey }: Named): string => `v=DKIM1; k=rsa; p=${publicKey}`;

/** What every domain needs, however its messages are sent. */
const usual = (domain: Named): Findings => ({
  dkim: unseen(dkimName(domain), dkimValue(domain)),
  spf: unseen(domain.domain, FIRST_SPF),
  dmarc: unseen(`_dmarc.${domain.domain}`, wantedDmarc(domain.domain, undefined)),
});
