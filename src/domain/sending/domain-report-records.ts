import type { Dns } from '../../network/dns.ts';
import type { DmarcPolicy } from './check-dmarc.ts';
import { isDmarc, ownerOf, requestsReportsAt, tagOf } from './dmarc-record.ts';
import { type Finding, type Findings, unseen } from './finding.ts';

/**
 * Returns the records that direct reports about a domain to us, at `reportDomain`. A domain of another owner must agree to
 * receive DMARC reports (RFC 7489, 7.1); TLS reports need their own record (RFC 8460).
 */
export const domainReportRecords = (domain: string, reportDomain: string): Findings => ({
  ...(ownerOf(domain) !== ownerOf(reportDomain) && {
    dmarc_reports: unseen(`${domain}._report._dmarc.${reportDomain}`, 'v=DMARC1', [agreement(domain, reportDomain)]),
  }),
  tls_reports: unseen(`_smtp._tls.${domain}`, `v=TLSRPTv1; rua=mailto:tlsrpt@${reportDomain}`, [tlsAdvice(domain)]),
});

/** The receiver looks for the agreement under the name of the domain that has the policy. */
export async function checkAgreement(
  dns: Dns,
  policy: DmarcPolicy,
  reportDomain: string,
  record: Finding,
): Promise<Finding> {
  const name = `${policy.domain}._report._dmarc.${reportDomain}`;
  const published = await dns.texts(name);
  if (published.some(isDmarc)) return { ...record, name, state: 'ok', published, advice: [] };
  const state = published.length > 0 ? 'different' : 'missing';
  return { ...record, name, state, published, advice: [agreement(policy.domain, reportDomain)] };
}

/** Any record that requests reports is fine. */
export async function checkTlsReports(dns: Dns, reportDomain: string, record: Finding): Promise<Finding> {
  const published = (await dns.texts(record.name)).filter((text) => /^v=TLSRPTv1\s*(;|$)/.test(text));
  const [own] = published;
  if (own === undefined) return { ...record, state: 'missing' };
  if (published.length > 1) {
    const advice = [`There are ${published.length} records, so servers use none. Keep one.`];
    return { ...record, state: 'different', published, advice };
  }
  if (!tagOf(own, 'rua'))
    return { ...record, state: 'different', published, advice: ['The record names no address in rua=.'] };
  const advice = requestsReportsAt(own, 'tlsrpt', reportDomain);
  return { ...record, value: own, state: 'ok', published, advice };
}

const agreement = (domain: string, reportDomain: string): string =>
  `DMARC reports about ${domain} go to ${reportDomain}, which must agree to receive them. Its operator can publish this record once for all domains, as *._report._dmarc.${reportDomain}.`;

const tlsAdvice = (domain: string): string =>
  `Optional. Asks other servers to report whether mail to ${domain} is encrypted.`;
