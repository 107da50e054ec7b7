import type { Refusal } from './refusal.ts';

const LONGEST = 4_000;

const REPLY = /^[\s:;<("'[]{0,8}([45]\d\d)\b(?![.\d])[\s:;,'-]{0,4}(?:#?([245]\.\d{1,3}\.\d{1,3})\b)?/;
const STATUS = /^[\s:;<("'[]{0,8}(?:smtp;)?\s{0,4}#?([245]\.\d{1,3}\.\d{1,3})\b/;
/** qmail writes the status after the words. */
const STATUS_BEHIND = /\(#([245]\.\d{1,3}\.\d{1,3})\)/;

/**
 * Gateways quote the reply of the server behind them: `5.1.0 - Unknown address error 550-'5.7.1 Access denied'`, `550
 * 5.1.351 … -> 550 Unknown user`. Their own prefix is the same for all refusals.
 */
const QUOTED = /(?<=\berror |-> ?)[45]\d\d[- ]/;

/** The refusal in a server's reply (RFC 5321, RFC 2034): `550 5.1.1 No such user`. */
export function readReply(text: string): Refusal {
  const given = text.slice(0, LONGEST).trim();
  const words = given.slice(QUOTED.exec(given)?.index ?? 0);
  const [, code, status = STATUS.exec(words)?.[1] ?? STATUS_BEHIND.exec(given)?.[1]] = REPLY.exec(words) ?? [];
  return { words, ...(code && { reply: Number(code) }), ...(status && { status }) };
}

/** Codes used for greylisting (RFC 6647), among other things. */
const PUT_OFF = /^45[01]\b/;

/** Whether the refusal of a first try may be greylisting, which affects everybody. */
export const mayBeGreylisting = (reply: string): boolean => PUT_OFF.test(reply);
