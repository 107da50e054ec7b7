import { askPostmaster, type Google } from './ask-google.ts';
import { GmailProblem } from './problems.ts';

/** Google's requirements for senders, by its own names in lower case. */
export const GMAIL_REQUIREMENTS = new Map([
  ['spf', 'SPF is set up.'],
  ['dkim', 'DKIM is set up.'],
  ['spf_and_dkim', 'Both SPF and DKIM are set up.'],
  ['dmarc_policy', 'The domain has a DMARC policy.'],
  ['dmarc_alignment', "The sender's domain is aligned with SPF or DKIM."],
  ['message_formatting', 'Messages are formatted as in RFC 5322.'],
  ['dns_records', 'The sending servers have forward and reverse DNS records.'],
  ['encryption', 'Messages are sent over TLS.'],
  ['user_reported_spam_rate', "People's spam reports are below Google's limit."],
  ['one_click_unsubscribe', 'Messages offer one-click unsubscribe.'],
  ['honor_unsubscribe', 'The sender honours requests to unsubscribe.'],
]);

/** Whether the domain meets a requirement. */
export interface GmailRequirement {
  requirement: string;
  isMet: boolean;
}

/**
 * Google's verdict on each requirement: for the domain itself, or else for its registrable domain. Empty if Google has none.
 * Throws GmailProblem.
 */
export async function readRequirements(google: Google, token: string, domain: string): Promise<GmailRequirement[]> {
  const path = `domains/${encodeURIComponent(domain)}/complianceStatus`;
  const answer = await askPostmaster(google, token, path).catch((error) => {
    if (error instanceof GmailProblem && error.code === 'not_verified') return {};
    throw error;
  });
  const { rowData, oneClickUnsubscribeVerdict, honorUnsubscribeVerdict } = record(
    record(answer).subdomainComplianceData ?? record(answer).complianceData,
  );
  const rows = (Array.isArray(rowData) ? rowData : []).map(record);
  const verdicts = new Map<string, boolean>();
  const note = (requirement: string, verdict: unknown) => {
    const { status } = record(record(verdict).status);
    const isKnown = GMAIL_REQUIREMENTS.has(requirement) && (status === 'COMPLIANT' || status === 'NEEDS_WORK');
    if (isKnown) verdicts.set(requirement, status === 'COMPLIANT');
  };
  for (const row of rows) note(String(row.requirement).toLowerCase(), row);
  note('one_click_unsubscribe', oneClickUnsubscribeVerdict);
  note('honor_unsubscribe', honorUnsubscribeVerdict);
  return [...GMAIL_REQUIREMENTS.keys()].flatMap((requirement) => {
    const isMet = verdicts.get(requirement);
    return isMet === undefined ? [] : [{ requirement, isMet }];
  });
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
