/** A DMARC record begins like this, case-insensitively (RFC 7489). */
export const isDmarc = (text: string): boolean => /^v=DMARC1\s*(;|$)/i.test(text);

/** Returns the value of one tag of a record such as `a=b; c=d`. */
export const tagOf = (text: string, tag: string): string | undefined =>
  text
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.toLowerCase().startsWith(`${tag}=`))
    ?.slice(tag.length + 1)
    .trim();

const POLICIES = ['none', 'quarantine', 'reject'];

/** Whether a record has a policy. */
export const hasPolicy = (text: string): boolean => POLICIES.includes(tagOf(text, 'p')?.toLowerCase() ?? '');

/** The policy of a record for all messages: its own, or the one for subdomains. A test (`t=y`) has none. */
export function effectivePolicy(text: string, isBelow: boolean): string {
  const policy = ((isBelow && tagOf(text, 'sp')) || tagOf(text, 'p') || '').toLowerCase();
  const isPartial = (tagOf(text, 'pct') ?? '100') !== '100' || tagOf(text, 't')?.toLowerCase() === 'y';
  return isPartial || !hasPolicy(text) || !POLICIES.includes(policy) ? 'none' : policy;
}

const usualReports = (domain: string, reportDomain: string | undefined): string =>
  `rua=mailto:${reportDomain ? `dmarc@${reportDomain}` : `postmaster@${domain}`}`;

/**
 * The record to publish: the existing one plus missing parts, or a first one that only requests reports. `reportDomain`:
 * our domain for reports; undefined if we receive none.
 */
export function wantedDmarc(domain: string, reportDomain: string | undefined, current?: string): string {
  const reports = usualReports(domain, reportDomain);
  if (!current || !hasPolicy(current)) return `v=DMARC1; p=none; ${reports}`;
  return tagOf(current, 'rua') ? current : `${current.replace(/(?<![;\s])[;\s]+$/, '')}; ${reports}`;
}

/** Advice on receiving reports here too, if a record requests them only elsewhere. */
export function requestsReportsAt(text: string, local: 'dmarc' | 'tlsrpt', reportDomain: string): string[] {
  const address = `mailto:${local}@${reportDomain}`;
  const asked = tagOf(text, 'rua')?.toLowerCase() ?? '';
  // An address may end with the size of the largest report: !10m.
  const isAsked = asked.split(',').some((one) => one.trim().replace(/!.*$/, '') === address);
  return isAsked || asked === ''
    ? []
    : [`To see the reports here as well, add ${address} to rua=, separated by a comma.`];
}

/** The last two labels. This misses a few owners, below domains such as `co.uk`, but is never wrong about the others. */
export const ownerOf = (domain: string): string => domain.split('.').slice(-2).join('.');

/**
 * Returns advice on missing parts of a record. `returnDomain`: the domain of the envelope sender, where SPF is checked and
 * reports arrive; undefined if it is the sender's own.
 */
export function dmarcAdvice(domain: string, current: string, returnDomain?: string): string[] {
  const strictSpf = tagOf(current, 'aspf')?.toLowerCase() === 's';
  const strictDkim = tagOf(current, 'adkim')?.toLowerCase() === 's';
  const sameOwner = returnDomain !== undefined && ownerOf(returnDomain) === ownerOf(domain);
  const aligned = returnDomain === undefined || returnDomain === domain || (sameOwner && !strictSpf);
  return [
    ...(hasPolicy(current) ? [] : ['The record has no policy p=, so receivers ignore it.']),
    ...(tagOf(current, 'rua')
      ? []
      : ['The record does not request reports. Add rua= with an address that someone reads.']),
    ...(returnDomain ? requestsReportsAt(current, 'dmarc', returnDomain) : []),
    ...(tagOf(current, 'p')?.toLowerCase() === 'none'
      ? [
          'p=none only monitors; forged messages are still delivered. Once the reports look good, use p=quarantine, then p=reject.',
        ]
      : []),
    ...(aligned
      ? []
      : [
          `SPF is not aligned: bounces go to ${returnDomain}${sameOwner ? ', and aspf=s requires the same domain' : ''}. DMARC passes only with DKIM, so keep its key published.`,
        ]),
    ...(strictDkim
      ? [`adkim=s requires the same domain, so messages from subdomains of ${domain} need their own sending domain.`]
      : []),
  ];
}
