import type { DomainReport } from '../../domain/sending/domain-report.ts';
import { decodeBytes } from '../../mime/charsets.ts';
import { type Entity, leaves } from '../../mime/mime.ts';
import { readDmarcReport } from './dmarc-report.ts';
import { readTlsReports } from './tls-report.ts';
import { isPacked, MAX_BYTES, unpack } from './unpack.ts';

const MAX_FILES = 5;
/** For all files of an e-mail, in bytes. */
const MOST_UNPACKED = 2 * MAX_BYTES;

/**
 * The domain reports in an e-mail, compressed or not. The beginning of a file decides its type, because declared types and names
 * are often wrong. Empty without a readable report.
 */
export async function readDomainReports(mail: Entity): Promise<DomainReport[]> {
  const files = [...leaves(mail)].filter(mayBeReport).slice(0, MAX_FILES);
  const reports: DomainReport[] = [];
  let left = MOST_UNPACKED;
  for (const { bytes } of files) {
    if (left <= 0) break;
    const unpacked = await unpack(bytes).catch(() => undefined);
    left -= unpacked?.length ?? MAX_BYTES;
    if (unpacked) reports.push(...reportsIn(unpacked));
  }
  return reports;
}

const mayBeReport = ({ type, bytes }: Entity): boolean =>
  type !== 'text/html' && (isPacked(bytes) || /^(?:\xef\xbb\xbf)?\s{0,20}[<{]/.test(bytes.toString('latin1', 0, 30)));

function reportsIn(bytes: Buffer): DomainReport[] {
  const text = decodeBytes(bytes, '')
    .replace(/^\ufeff/, '')
    .trimStart();
  try {
    return text.startsWith('{') ? readTlsReports(text) : [readDmarcReport(text) ?? []].flat();
  } catch {
    return [];
  }
}
