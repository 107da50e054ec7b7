import { SetupError } from '../config.ts';
import { isEncrypted } from '../network/loopback.ts';
import { parseUrl } from '../network/parse-url.ts';
import { isPrivateHost } from '../network/private-address.ts';

/** A bucket, from MEDIA_URL or BACKUP_URL. */
export interface BucketSettings {
  bucket: string;
  /** The prefix of our objects' names: empty, or ending in a slash. */
  prefix: string;
  region: string;
  /** Absent: Amazon's endpoint of the region. */
  endpoint?: string;
  /** Whether the bucket is in the path of the URL, not in its host. */
  pathStyle: boolean;
  /** Absent: found as in Amazon's tools, in the environment, a profile or the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

const FORM = 's3://KEY:SECRET@bucket/prefix?region=eu-central-1&endpoint=https://s3.example';
const KNOWN = new Set(['region', 'endpoint', 'path_style']);

/** Reads MEDIA_URL. Throws SetupError with the problem, without the secret. */
export const readMediaUrl = (text: string): BucketSettings => readBucketUrl(text, 'MEDIA_URL');

/** Reads the URL of a bucket from a variable. Throws SetupError with the problem, without the secret. */
export function readBucketUrl(text: string, variable: string): BucketSettings {
  const wrong = (problem: string) => new SetupError(`${variable} ${problem}`);
  const url = parseUrl(text);
  if (!url) throw wrong(`must be an address such as ${FORM}`);
  if (url.protocol !== 's3:' || url.hostname === '') throw wrong(`must be an address such as ${FORM}`);
  const unknown = [...url.searchParams.keys()].find((key) => !KNOWN.has(key));
  if (unknown) throw wrong(`has the unknown setting ${unknown}; the settings are region, endpoint and path_style`);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) throw wrong('names no bucket that S3 allows');
  if (url.port !== '') throw wrong('must not have a port: put it into endpoint');
  if ((url.username === '') !== (url.password === '')) throw wrong('must have both a key and a secret, or neither');
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (!/^[\w./-]*$/.test(prefix)) throw wrong('may have only letters, digits and . _ - / in its path');
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !(parseUrl(endpoint) && /^https?:/.test(endpoint))) {
    throw wrong('must have an endpoint that begins with https:// or http://');
  }
  if (endpoint !== undefined && !isEncrypted(endpoint)) {
    const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '');
    if (!isPrivateHost(host))
      throw wrong('must have an endpoint that begins with https://, except in a private network');
    // A role's session token is sent as it is; a key's secret never is.
    if (url.username === '') throw wrong('must have a key and a secret for an endpoint without TLS');
  }
  const pathStyle = url.searchParams.get('path_style') ?? String(endpoint !== undefined);
  if (!['true', 'false'].includes(pathStyle)) throw wrong('must have a path_style of true or false');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint !== undefined && { endpoint }),
    pathStyle: pathStyle === 'true',
    ...(url.username !== '' && {
      credentials: { accessKeyId: decoded(url.username, wrong), secretAccessKey: decoded(url.password, wrong) },
    }),
  };
}

function decoded(text: string, wrong: (problem: string) => SetupError): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('must write % in its key and secret as %25');
  }
}
