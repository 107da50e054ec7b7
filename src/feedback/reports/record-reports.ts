import type { ReturnPaths } from '../../crypto/return-paths.ts';
import type { Database } from '../../database/connect.ts';
import type { DomainReport } from '../../domain/sending/domain-report.ts';
import { recordDomainReport } from '../../domain/sending/record-domain-report.ts';
import { domainReports } from '../../metrics/metrics.ts';

/** Local parts of the addresses that receive reports about domains. Whatever is sent to either is read alike. */
const REPORTS_TO = new Set(['dmarc', 'tlsrpt']);

/** Whether an address receives DMARC or TLS reports. */
export const takesReports = (returnPaths: ReturnPaths, address: string): boolean =>
  REPORTS_TO.has(returnPaths.localPart(address)?.toLowerCase() ?? '');

/**
 * Records the reports of a mail, and counts what became of them. A mail without any that can be read is counted too: to
 * refuse it would only make its sender bounce it to nobody. Rejects when the database is away.
 */
export async function recordReports(db: Database, reports: readonly DomainReport[]): Promise<void> {
  if (reports.length === 0) domainReports.inc({ kind: '', outcome: 'unreadable' });
  for (const report of reports) {
    domainReports.inc({ kind: report.kind, outcome: await recordDomainReport(db, report) });
  }
}
