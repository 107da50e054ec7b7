import { Semaphore } from '../../async/semaphore.ts';
import type { ReturnPaths } from '../../crypto/return-paths.ts';
import type { Database } from '../../database/connect.ts';
import { recordDomainReport } from '../../domain/sending/record-domain-report.ts';
import { domainReports } from '../../metrics/metrics.ts';
import { readReports } from './read-reports.ts';

/** Local parts of the addresses that receive reports about domains. Whatever is sent to either is read alike. */
const REPORTS_TO = new Set(['dmarc', 'tlsrpt']);

/** Whether an address receives DMARC or TLS reports. */
export const takesReports = (returnPaths: ReturnPaths, address: string): boolean =>
  REPORTS_TO.has(returnPaths.localPart(address)?.toLowerCase() ?? '');

/** Unpacked reports are large: so many are in memory at once. */
const room = new Semaphore(() => 2);

/**
 * Records the reports in a mail, and counts what became of them. A mail without any that can be read is counted too: to
 * refuse it would only make its sender bounce it to nobody. Rejects when the database is away.
 */
export async function receiveReports(db: Database, raw: Buffer): Promise<void> {
  await room.acquire();
  try {
    const reports = await readReports(raw);
    if (reports.length === 0) domainReports.inc({ kind: '', outcome: 'unreadable' });
    for (const report of reports) {
      domainReports.inc({ kind: report.kind, outcome: await recordDomainReport(db, report) });
    }
  } finally {
    room.release();
  }
}
