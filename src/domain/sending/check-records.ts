import type { Config } from '../../config.ts';
import type { Dns } from '../../network/dns.ts';
import { isPrivateHost } from '../../network/private-address.ts';
import { bimiRecord, checkBimi } from './bimi-record.ts';
import { checkDkim } from './check-dkim.ts';
import { checkDmarc, type DmarcPolicy, isEnforced, readPolicy } from './check-dmarc.ts';
import { type KeyColumns, keysOf, type PublishedKey } from './dkim-keys.ts';
import { wantedDmarc } from './dmarc-record.ts';
import { checkAgreement, checkTlsReports, domainReportRecords } from './domain-report-records.ts';
import { type Finding, type Findings, type OtherPurpose, unseen } from './finding.ts';
import { FIRST_SPF, isSpf, mergeSpf, spfAdvice, walkSpf } from './spf-record.ts';
import { type SpfSenders, spfSenders } from './spf-senders.ts';

/** How the installation sends, and where bounces return to. */
export interface Surroundings {
  dns: Dns;
  config: Pick<Config, 'mailUrl' | 'feedbackDomain' | 'publicUrl'>;
}

/** The host of MAIL_URL. */
export const ownHost = ({ mailUrl }: Surroundings['config']): string | undefined =>
  mailUrl && new URL(mailUrl).hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Returns the records of a new domain. Does not look them up: they are not published yet, and a resolver would cache their
 * absence. `hosts`: the outgoing mail servers.
 */
export async function firstRecords(
  { dns, config }: Surroundings,
  { domain }: Pick<KeyColumns, 'domain'>,
  hosts: readonly string[],
): Promise<Findings> {
  const senders = await spfSenders(dns, hosts);
  const { feedbackDomain } = config;
  return {
    spf: unseen(domain, wantedSpf([], senders), senders.advice),
    ...(feedbackDomain && {
      dmarc: unseen(`_dmarc.${domain}`, wantedDmarc(domain, feedbackDomain)),
      ...domainReportRecords(domain, feedbackDomain),
      return_path_mx: unseen(feedbackDomain, wantedMx(config), mxAdvice(config)),
      ...(feedbackDomain !== domain && {
        return_path_spf: unseen(feedbackDomain, wantedSpf([], senders), senders.advice),
      }),
    }),
  };
}

/** The result of a check, always with the keys' records. */
export type Checked = Findings & { dkim: Finding; other_dkim: readonly Finding[] };

/** Looks up each record in DNS. Never rejects: if no server answers, the state is `unknown`. */
export async function checkRecords(
  { dns, config }: Surroundings,
  named: KeyColumns,
  hosts: readonly string[],
): Promise<Checked> {
  const { domain } = named;
  const { feedbackDomain } = config;
  const senders = await spfSenders(dns, hosts);
  const policy = readPolicy(dns, domain);
  const keys = Promise.all(
    keysOf(named, {}).map(async ({ status, finding }) => ({
      status,
      finding: await unlessSilent(finding, (record) => checkDkim(dns, record)),
    })),
  );
  const lookUps: LookUps = {
    spf: unlessSilent(unseen(domain, wantedSpf([], senders)), (record) => checkSpf(dns, record, senders)),
    dmarc: unlessSilent(unseen(`_dmarc.${domain}`, wantedDmarc(domain, feedbackDomain)), async (record) =>
      checkDmarc(await policy, record, { domain, returnDomain: feedbackDomain, isSigned: (await keys).some(signs) }),
    ),
    bimi: unlessSilent(bimiRecord(domain), async (record) =>
      checkBimi(dns, domain, isEnforced(await policy, domain), record),
    ),
    ...(feedbackDomain && {
      return_path_mx: unlessSilent(unseen(feedbackDomain, wantedMx(config)), (record) => checkMx(dns, config, record)),
      ...(feedbackDomain !== domain && {
        return_path_spf: unlessSilent(unseen(feedbackDomain, wantedSpf([], senders)), (record) =>
          checkSpf(dns, record, senders),
        ),
      }),
      ...checkReports(dns, domain, feedbackDomain, policy),
    }),
  };
  const purposes = Object.keys(lookUps) as OtherPurpose[];
  const findings = await Promise.all(purposes.map(async (purpose) => [purpose, await lookUps[purpose]]));
  const [dkim, ...others] = (await keys).map(({ finding }) => finding);
  return { dkim: dkim!, other_dkim: others, ...Object.fromEntries(findings) };
}

/** Whether messages are signed with a key after this check, as far as is known. */
const signs = ({ status, finding: { state } }: Pick<PublishedKey, 'status' | 'finding'>): boolean =>
  state === 'ok' ? status !== 'old' : status === 'current' && state === 'unknown';

type LookUps = Partial<Record<OtherPurpose, Promise<Finding>>>;

function checkReports(dns: Dns, domain: string, reportDomain: string, policy: Promise<DmarcPolicy>): LookUps {
  const { dmarc_reports: agreement, tls_reports: tls } = domainReportRecords(domain, reportDomain);
  return {
    ...(agreement && {
      dmarc_reports: unlessSilent(agreement, async (record) => checkAgreement(dns, await policy, reportDomain, record)),
    }),
    ...(tls && { tls_reports: unlessSilent(tls, (record) => checkTlsReports(dns, reportDomain, record)) }),
  };
}

const unlessSilent = (record: Finding, check: (record: Finding) => Promise<Finding>): Promise<Finding> =>
  check(record).catch(() => record);

/** Any record that allows our mail servers is fine. The owner decides on the rest of it. */
async function checkSpf(dns: Dns, record: Finding, senders: SpfSenders): Promise<Finding> {
  const published = (await dns.texts(record.name)).filter(isSpf);
  const first = published[0];
  const tree = first === undefined ? undefined : await walkSpf(dns, record.name, first);
  const lacking = tree ? senders.mechanisms.filter((mechanism) => !tree.allows(mechanism)) : senders.mechanisms;
  const serves = published.length === 1 && lacking.length === 0;
  const value = serves ? first! : wantedSpf(published, { ...senders, mechanisms: lacking });
  const { lookups } = serves && tree ? tree : await walkSpf(dns, record.name, value);
  const advice = [...spfAdvice(published, lookups), ...(serves ? [] : senders.advice)];
  return { ...record, value, state: serves ? 'ok' : first === undefined ? 'missing' : 'different', published, advice };
}

/** Any mail server is fine: it may pass bounces on to ours. */
async function checkMx(dns: Dns, config: Surroundings['config'], record: Finding): Promise<Finding> {
  const published = await dns.mailServers(record.name);
  return published.length > 0
    ? { ...record, state: 'ok', published }
    : { ...record, state: 'missing', advice: mxAdvice(config) };
}

const wantedSpf = (records: readonly string[], { mechanisms }: SpfSenders): string =>
  records.length === 0 && mechanisms.length === 0 ? FIRST_SPF : mergeSpf(records, mechanisms);

const wantedMx = (config: Surroundings['config']): string => `10 ${publicHost(config)}`;

const publicHost = ({ publicUrl }: Surroundings['config']): string => new URL(publicUrl).hostname;

const mxAdvice = (config: Surroundings['config']): string[] => [
  `Bounces arrive at ${config.feedbackDomain}. Name the host that receives them (FEEDBACK_SMTP_PORT)${
    isPrivateHost(publicHost(config)) ? `; ${publicHost(config)} is not on the internet` : ''
  }.`,
];
