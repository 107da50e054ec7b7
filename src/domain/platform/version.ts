import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../database/home.ts';

let known: string | undefined;

/** The version of Tidings, from package.json as it was when this process first asked. */
export function version(): string {
  known ??= String(JSON.parse(readFileSync(join(checkoutRoot(), 'package.json'), 'utf8')).version);
  return known;
}
