import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../database/home.ts';

/** Read at the start: an upgrade replaces the file. */
const VERSION = String(JSON.parse(readFileSync(join(checkoutRoot(), 'package.json'), 'utf8')).version);

/** The version of Tidings, from package.json as it was when this process started. */
export const version = (): string => VERSION;
