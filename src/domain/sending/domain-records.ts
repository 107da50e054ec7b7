import type { SendingDomain } from '../../generated/prisma/client.ts';
import type { Dns } from '../../network/dns.ts';

export const RECORD_PURPOSES = ['dkim', 'spf', 'dmarc'] as const;
export const RECORD_STATES = ['ok', 'missing', 'different', 'unknown'] as const;
export type Purpose = (typeof RECORD_PURPOSES)[number];
export type RecordState = (typeof RECORD_STATES)[number];

/** A TXT record to publish, and its state at the last check. */
export interface DomainRecord {
  purpose: Purpose;
  name: string;
  value: string;
  /** `unknown`: not checked yet, or no server answered. */
  state: RecordState;
}

type Named = Pick<SendingDomain, 'domain' | 'selector' | 'publicKey'>;

/** Returns the records to publish, by which receivers authenticate messages of the domain (RFC 6376, 7208, 7489). */
export function recordsOf({
  domain,
  selector,
  publicKey,
  found,
}: Named & Pick<SendingDomain, 'found'>): DomainRecord[] {
  const states = found as Partial<Record<Purpose, RecordState>>;
  return RECORD_PURPOSES.map((purpose) => ({
    purpose,
    ...WANTED[purpose]({ domain, selector, publicKey }),
    state: states[purpose] ?? 'unknown',
  }));
}

const WANTED: Record<Purpose, (domain: Named) => { name: string; value: string }> = {
  dkim: ({ domain, selector, publicKey }) => ({
    name: `${selector}._domainkey.${domain}`,
    value: `v=DKIM1; k=rsa; p=${publicKey}`,
  }),
  spf: ({ domain }) => ({ name: domain, value: 'v=spf1 a mx ~all' }),
  dmarc: ({ domain }) => ({ name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' }),
};

/** Whether a TXT record serves its purpose. For SPF and DMARC any policy does: the owner chooses it. */
const SERVES: Record<Purpose, (text: string, domain: Named) => boolean> = {
  dkim: (text, { publicKey }) => tagOf(text, 'p')?.replace(/\s/g, '') === publicKey,
  spf: (text) => /^v=spf1(\s|$)/i.test(text),
  dmarc: (text) => /^v=DMARC1\s*(;|$)/i.test(text),
};

/**
 * Whether a record that does not serve is a different record of the purpose. A domain's own name has other texts too.
 */
const SAME_PURPOSE: Record<Purpose, RegExp> = { dkim: /./, spf: /^v=spf1/i, dmarc: /./ };

/** Looks up each record in DNS. Never rejects: when no server answers, the state is `unknown`. */
export async function lookUp(dns: Dns, domain: Named): Promise<Record<Purpose, RecordState>> {
  const lookups = RECORD_PURPOSES.map(async (purpose): Promise<[Purpose, RecordState]> => {
    try {
      const texts = await dns.texts(WANTED[purpose](domain).name);
      if (texts.some((text) => SERVES[purpose](text, domain))) return [purpose, 'ok'];
      return [purpose, texts.some((text) => SAME_PURPOSE[purpose].test(text)) ? 'different' : 'missing'];
    } catch {
      return [purpose, 'unknown'];
    }
  });
  return Object.fromEntries(await Promise.all(lookups)) as Record<Purpose, RecordState>;
}

/** Returns the value of one tag of a record such as `a=b; c=d`. */
const tagOf = (text: string, tag: string): string | undefined =>
  text
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${tag}=`))
    ?.slice(tag.length + 1);
