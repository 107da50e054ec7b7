import type { ReturnPaths } from '../../crypto/return-paths.ts';
import type { Database } from '../../database/connect.ts';
import type { DomainReport } from '../../domain/sending/domain-report.ts';
import { recordDomainReport } from '../../domain/sending/record-domain-report.ts';
import { domainReports } from '../../metrics/metrics.ts';

/** Local parts of the addresses that receive domain reports. Both accept either kind. */
const REPORTS_TO = new Set(['dmarc', 'tlsrpt']);

/** Whether an address receives DMARC or TLS reports. */
export const receivesDomainReports = (returnPaths: ReturnPaths, address: string): boolean =>
  REPORTS_TO.has(returnPaths.localPart(address)?.toLowerCase() ?? '');

/**
 * Records the reports of an e-mail, and counts the results. An e-mail without a readable report is counted too: refusing it would
 * only make its sender bounce it to nobody. Rejects during a database outage.
 */
export async function recordDomainReports(db: Database, reports: readonly DomainReport[]): Promise<void> {
  if (reports.length === 0) domainReports.inc({ kind: '', outcome: 'unreadable' });
  for (const report of reports) {
    domainReports.inc({ kind: report.kind, outcome: await recordDomainReport(db, report) });
  }
}
