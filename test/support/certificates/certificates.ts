import { readFileSync } from 'node:fs';

const path = (name: string) => new URL(`./${name}.pem`, import.meta.url).pathname;
const read = (name: string) => readFileSync(path(name), 'utf8');

/** The authority that both are from; a process trusts it when NODE_EXTRA_CA_CERTS says so. */
export const AUTHORITY = path('authority');

/** For 127.0.0.1, until 2120. */
export const VALID = { key: read('key'), cert: read('valid') };

/** For 127.0.0.1, until 2021. */
export const EXPIRED = { key: read('key'), cert: read('expired') };
