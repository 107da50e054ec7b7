import { readFileSync } from 'node:fs';

const path = (name: string) => new URL(`./${name}.pem`, import.meta.url).pathname;
const read = (name: string) => readFileSync(path(name), 'utf8');

/** The authority of both; a process trusts it through NODE_EXTRA_CA_CERTS. */
export const AUTHORITY = path('authority');

/** For 127.0.0.1, until 2120. */
export const VALID = { key: read('key'), cert: read('valid') };

/** For 127.0.0.1, until 2021. */
export const EXPIRED = { key: read('key'), cert: read('expired') };

/** Self-signed, until 2125: as from Debian's ssl-cert, for a host name that is not used. */
export const SELF_SIGNED = { key: read('key'), cert: read('self-signed') };

/** For mail.elsewhere.example, until 2125, from OTHER_AUTHORITY. */
export const OTHER_NAME = { key: read('key'), cert: read('other-name') };

/** The authorities' certificates. No process trusts the other one by default. */
export const AUTHORITY_PEM = read('authority');
export const OTHER_AUTHORITY_PEM = read('other-authority');
