import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Rewrites the text of a backup and updates its checksum, as a forger would. */
export async function craftBackup(from: string, to: string, change: (text: string) => string): Promise<string> {
  const text = change(gunzipSync(await readFile(from)).toString('latin1'));
  const end = text.lastIndexOf('{"complete"');
  const sha256 = createHash('sha256').update(text.slice(0, end), 'latin1').digest('hex');
  const last = `${JSON.stringify({ complete: true, sha256 })}\n`;
  await writeFile(to, gzipSync(Buffer.from(text.slice(0, end) + last, 'latin1')));
  return to;
}

/** The same with any text, without a new checksum. */
export async function rewriteBackup(from: string, to: string, change: (text: string) => string): Promise<string> {
  const text = change(gunzipSync(await readFile(from)).toString('latin1'));
  await writeFile(to, gzipSync(Buffer.from(text, 'latin1')));
  return to;
}
