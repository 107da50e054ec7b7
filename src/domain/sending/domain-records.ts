import type { SendingDomain } from '../../generated/prisma/client.ts';
import type { Dns } from '../../network/dns.ts';

export const RECORD_PURPOSES = ['dkim', 'spf', 'dmarc'] as const;
export const RECORD_STATES = ['ok', 'missing', 'different', 'unknown'] as const;
export type Purpose = (typeof RECORD_PURPOSES)[number];
export type RecordState = (typeof RECORD_STATES)[number];

/** A TXT record to publish, and what the last look into DNS found of it. */
export interface DomainRecord {
  purpose: Purpose;
  name: string;
  value: string;
  /** `unknown`: nobody has looked yet, or no server answered. */
  state: RecordState;
}

type Named = Pick<SendingDomain, 'domain' | 'selector' | 'publicKey'>;

/** What to publish so that receivers can tell that messages are the domain's own (RFC 6376, 7208, 7489). */
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

/** Whether a text that was found serves its purpose. Of SPF and DMARC any policy will do: it is the owner's own. */
const SERVES: Record<Purpose, (text: string, domain: Named) => boolean> = {
  dkim: (text, { publicKey }) => tagOf(text, 'p')?.replace(/\s/g, '') === publicKey,
  spf: (text) => /^v=spf1(\s|$)/i.test(text),
  dmarc: (text) => /^v=DMARC1\s*(;|$)/i.test(text),
};

/** What a name may hold beside a record of the purpose: other texts stand at a domain's own name. */
const RIVAL: Record<Purpose, RegExp> = { dkim: /./, spf: /^v=spf1/i, dmarc: /./ };

/** Looks into DNS for each record. Never rejects: a server that does not answer makes it `unknown`. */
export async function lookUp(dns: Dns, domain: Named): Promise<Record<Purpose, RecordState>> {
  const looks = RECORD_PURPOSES.map(async (purpose): Promise<[Purpose, RecordState]> => {
    try {
      const texts = await dns.texts(WANTED[purpose](domain).name);
      if (texts.some((text) => SERVES[purpose](text, domain))) return [purpose, 'ok'];
      return [purpose, texts.some((text) => RIVAL[purpose].test(text)) ? 'different' : 'missing'];
    } catch {
      return [purpose, 'unknown'];
    }
  });
  return Object.fromEntries(await Promise.all(looks)) as Record<Purpose, RecordState>;
}

/** The value of one tag of a record `a=b; c=d`. */
const tagOf = (text: string, tag: string): string | undefined =>
  text
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${tag}=`))
    ?.slice(tag.length + 1);
