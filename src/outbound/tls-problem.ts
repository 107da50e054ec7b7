/** Certificate problems by the codes of OpenSSL and Node. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'comes from an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without the intermediate certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host',
  HOSTNAME_MISMATCH: 'is for another host',
};

const ANY_CERTIFICATE = /^(CERT_|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|ERR_TLS_CERT)/;
const ANY_TLS = /^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/;

/** Why a TLS connection failed, by its error code. Undefined for other kinds of errors. */
export function tlsProblem(code: string): string | undefined {
  const problem = CERTIFICATES[code];
  if (problem) return `The certificate of the server ${problem} (${code}).`;
  if (ANY_CERTIFICATE.test(code)) return `The certificate of the server is not valid (${code}).`;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return `The server does not use TLS at this port. The port may be for http (${code}).`;
  }
  return ANY_TLS.test(code) ? `A secure connection to the server could not be established (${code}).` : undefined;
}
