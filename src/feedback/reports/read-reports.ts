import type { DomainReport } from '../../domain/sending/domain-report.ts';
import { decodeBytes } from '../../mime/charsets.ts';
import { type Entity, leaves, readMessage } from '../../mime/mime.ts';
import { readDmarcReport } from './dmarc-report.ts';
import { readTlsReports } from './tls-report.ts';
import { isPacked, unpack } from './unpack.ts';

const MAX_FILES = 5;

/**
 * The reports about domains that a mail brings, packed or not. What a file is shows in how it begins, since types and names
 * are often wrong. Empty when there is none that can be read.
 */
export async function readReports(raw: Buffer): Promise<DomainReport[]> {
  const files = [...leaves(readMessage(raw))].filter(mayBeReport).slice(0, MAX_FILES);
  const reports: DomainReport[] = [];
  for (const { bytes } of files) reports.push(...(await readFile(bytes).catch(() => [])));
  return reports;
}

const mayBeReport = ({ type, bytes }: Entity): boolean =>
  type !== 'text/html' && (isPacked(bytes) || /^(?:\xef\xbb\xbf)?\s{0,20}[<{]/.test(bytes.toString('latin1', 0, 30)));

async function readFile(bytes: Buffer): Promise<DomainReport[]> {
  const text = decodeBytes(await unpack(bytes), '')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text.startsWith('{')) return readTlsReports(text);
  return [(await readDmarcReport(text)) ?? []].flat();
}
