import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { isLoopback } from './loopback.ts';
import type { MailTls } from './mail-tls.ts';

/**
 * Why a server's certificate is not trusted, in words for people. Undefined for a trusted one. A fingerprint replaces all other
 * checks. Loopback connections cannot be intercepted, and Debian's Postfix has a self-signed certificate for the machine's name:
 * there a certificate must only be valid in time, unless `ca` is set.
 */
export function certificateProblem(
  socket: TLSSocket,
  host: string,
  { ca, fingerprint }: Pick<MailTls, 'ca' | 'fingerprint'>,
): string | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return 'The mail server has no certificate.';
  if (fingerprint) return certificate.fingerprint256 === fingerprint ? undefined : otherFingerprint(certificate);
  // Node sets a code here, although its types say Error.
  const code = socket.authorizationError as unknown as string | null | undefined;
  const untimely = untimelyProblem(certificate);
  if (!ca && isLoopback(socket.remoteAddress)) return untimely;
  if (!code) return undefined;
  return untimely ?? problemOf(code, certificate, host);
}

const otherFingerprint = ({ fingerprint256 }: X509Certificate): string =>
  `The certificate of the mail server does not match the configured fingerprint: ${fingerprint256}.`;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function untimelyProblem({ validFrom, validTo }: X509Certificate): string | undefined {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  if (to < Date.now()) return `The certificate of the mail server has expired on ${dayOf(to)}.`;
  if (from > Date.now()) return `The certificate of the mail server is not valid before ${dayOf(from)}.`;
  return undefined;
}

function problemOf(code: string, certificate: X509Certificate, host: string): string {
  const trust = `To trust it, set its SHA-256 fingerprint: ${certificate.fingerprint256}.`;
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `The certificate of the mail server is self-signed. ${trust}`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The certificate of the mail server is from an unknown authority. Set its CA certificate (ca). ${trust}`;
    case 'CERT_HAS_EXPIRED':
      return 'The certificate of the authority of the mail server has expired.';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of the mail server is for another name: ${namesOf(certificate)}, not ${host}.`;
    default:
      return `The certificate of the mail server is not valid (${code}).`;
  }
}

const SHOWN_NAMES = 3;

/** The first few names of a certificate. */
function namesOf({ subjectAltName = '', subject }: X509Certificate): string {
  const names = subjectAltName.split(', ').map((entry) => entry.replace(/^(DNS|IP Address):/, ''));
  const [, common = 'nobody'] = /(?:^|\n)CN=(.+)/.exec(subject ?? '') ?? [];
  const [first, ...others] = names.filter((name) => name !== '').slice(0, SHOWN_NAMES);
  return [first ?? common, ...others].join(', ');
}
