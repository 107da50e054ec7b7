import type { Dns } from '../../network/dns.ts';
import { dmarcAdvice, effectivePolicy, hasPolicy, isDmarc, wantedDmarc } from './dmarc-record.ts';
import type { Finding } from './finding.ts';

/** The DMARC policy of a domain in DNS. */
export interface DmarcPolicy {
  /** The domain that has it: this one or a parent. */
  domain: string;
  /** The texts that are DMARC records. */
  records: string[];
  /** All texts at the domain's own name. */
  texts: string[];
}

/** Without its own record, a parent domain's applies. Rejects if no server answers. */
export async function readPolicy(dns: Dns, domain: string): Promise<DmarcPolicy> {
  const texts = await dns.texts(`_dmarc.${domain}`);
  if (texts.length > 0) return { domain, records: texts.filter(isDmarc), texts };
  const labels = domain.split('.');
  for (let from = 1; from <= labels.length - 2; from += 1) {
    const above = labels.slice(from).join('.');
    const record = (await dns.texts(`_dmarc.${above}`)).find(isDmarc);
    if (record) return { domain: above, records: [record], texts };
  }
  return { domain, records: [], texts };
}

interface Sender {
  domain: string;
  /** The domain that receives bounces and reports. Undefined if it is the domain itself. */
  returnDomain: string | undefined;
  /** Whether a DKIM key was found, or could not be looked up. */
  isSigned: boolean;
}

/** Findings about the policy of a sender. */
export function checkDmarc(policy: DmarcPolicy, record: Finding, { domain, returnDomain, isSigned }: Sender): Finding {
  const { records, texts } = policy;
  const [own] = records;
  if (own === undefined) return { ...record, state: texts.length > 0 ? 'different' : 'missing', published: texts };
  const advice = [
    ...dmarcAdvice(domain, own, returnDomain),
    ...(!isSigned && isEnforced(policy, domain) ? [FORWARDED] : []),
  ];
  if (policy.domain !== domain) {
    const inherited = `The record of _dmarc.${policy.domain} also applies to this domain.`;
    return { ...record, state: 'ok', published: records, advice: [inherited, ...advice] };
  }
  const several =
    records.length > 1 ? [`There are ${records.length} DMARC records, so receivers use none. Keep one.`] : [];
  return {
    ...record,
    value: wantedDmarc(domain, returnDomain, own),
    state: several.length === 0 && hasPolicy(own) ? 'ok' : 'different',
    published: records,
    advice: [...several, ...advice],
  };
}

/** Whether receivers should stop messages that fail: `p=quarantine` or `p=reject`, for all messages and not as a test. */
export function isEnforced(policy: DmarcPolicy, domain: string): boolean {
  const [own] = policy.records;
  return own !== undefined && policy.records.length === 1 && effectivePolicy(own, policy.domain !== domain) !== 'none';
}

/**
 * The consequence of an unpublished DKIM key under an enforced policy. ARC has no record to check: the forwarder vouches
 * for the message.
 */
const FORWARDED =
  'Forwarded mail fails until the DKIM key is published. SPF does not survive forwarding, and with ARC a forwarder can only vouch for messages that passed before.';
