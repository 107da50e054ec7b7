import { X509Certificate } from 'node:crypto';

/**
 * When a session with a mail server is encrypted.
 * - required: always, else nothing is sent
 * - opportunistic: if the server offers it
 * - off: never
 */
export const TLS_MODES = ['required', 'opportunistic', 'off'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

/** How a session with a mail server is secured. */
export interface MailTls {
  /** Default: required with a login, else opportunistic. */
  tls?: TlsMode | null;
  /** Certificates in PEM: the only authorities that are trusted. Default: those of the system. */
  ca?: string | null;
  /** SHA-256 of the only certificate that is trusted, as `AA:BB:…`. It replaces all other checks. */
  fingerprint?: string | null;
}

/** The effective mode: a login requires TLS unless the setting says otherwise. */
export const tlsModeOf = (tls: TlsMode | null | undefined, hasLogin: boolean): TlsMode =>
  tls ?? (hasLogin ? 'required' : 'opportunistic');

const MAX_CERTIFICATES = 20;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** Certificates in PEM in one form, one after another. Undefined for text without certificates, or with other content. */
export function normaliseCertificates(text: string): string | undefined {
  const bodies = [...text.matchAll(CERTIFICATE)].map(([, body]) => (body as string).replace(/\s+/g, ''));
  if (bodies.length === 0 || bodies.length > MAX_CERTIFICATES) return undefined;
  if (text.replace(CERTIFICATE, '').includes('-----')) return undefined; // a private key, or half a certificate
  try {
    return bodies.map((body) => new X509Certificate(Buffer.from(body, 'base64')).toString()).join('');
  } catch {
    return undefined;
  }
}

const PREFIX = /^\s*(sha-?256\s*)?(fingerprint\s*)?[=:]?\s*/i;

/** A SHA-256 fingerprint as `AA:BB:…`, from the forms that openssl and browsers show. Undefined for anything else. */
export function normaliseFingerprint(text: string): string | undefined {
  const digits = text.replace(PREFIX, '').replace(/[\s:]/g, '').toUpperCase();
  return /^[0-9A-F]{64}$/.test(digits) ? (digits.match(/../g) as string[]).join(':') : undefined;
}
