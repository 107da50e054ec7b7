/** Why a mail server cannot be used, in words for people. */
export class MailServerProblem extends Error {}

export interface SmtpFailure {
  code?: string;
  /** The command that failed. */
  command?: string;
  originalCode?: string;
  /** The wait that was too long. */
  timeoutType?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

/** A reply that means wrong user or password (RFC 4954). */
const WRONG_LOGIN = 535;

/** Why a server cannot be used, in words for people. Never repeats data sent to the server. */
export function loginProblem(error: unknown): string {
  if (error instanceof MailServerProblem) return tidy(error.message);
  const { code, responseCode = 0, response = '' } = error as SmtpFailure;
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    // The reply may repeat the credentials, so only its code is shown.
    if (responseCode === WRONG_LOGIN)
      return `The mail server refused the login: wrong user or password (${WRONG_LOGIN}).`;
    return `The mail server refused the login${responseCode ? ` (${responseCode})` : ''}.`;
  }
  if (code === 'ETLS') return tidy(`A secure connection to the mail server could not be established. ${response}`);
  if (responseCode >= 400) return tidy(response);
  return unreachable(error as SmtpFailure);
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host is unknown',
  ENODATA: 'the host is unknown',
  EAI_AGAIN: 'the host could not be looked up',
  EDNS: 'the host could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ETIMEDOUT: 'the connection timed out',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ECONNECTION: 'it closed the connection',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the host',
};

function unreachable({ code, originalCode, timeoutType }: SmtpFailure): string {
  const cause = originalCode ?? code ?? 'closed';
  if (cause === 'ERR_SSL_WRONG_VERSION_NUMBER' || cause === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return `The mail server does not use implicit TLS at this port. The port may be for STARTTLS (${cause}).`;
  }
  if (/^ERR_SSL|^ERR_TLS|^EPROTO$/.test(cause)) {
    return `A secure connection to the mail server could not be established (${cause}).`;
  }
  if (timeoutType === 'GREETING_TIMEOUT') {
    return 'The mail server could not be reached: it timed out without a greeting. The port may need implicit TLS (ETIMEDOUT).';
  }
  const words = CAUSES[cause];
  return `The mail server could not be reached${words ? `: ${words}` : ''} (${cause}).`;
}

const REASON_CHARACTERS = 500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** A server's reply as one short line. */
export const tidy = (words: string): string => words.replace(CONTROLS, ' ').trim().slice(0, REASON_CHARACTERS);
