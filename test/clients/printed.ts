import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = await readFile(join(import.meta.dirname, '../../docs/api.md'), 'utf8');

/** The first block of code after some text of docs/api.md, as printed. */
export function printed(after: string): string {
  const [, code] = /\n```\w+\n(.*?)\n```\n/s.exec(PAGE.slice(PAGE.indexOf(after))) ?? [];
  if (!PAGE.includes(after) || !code) throw new Error(`docs/api.md has no code after "${after}".`);
  return code;
}
