import { rawFields } from '../../crypto/dkim/canonical-form.ts';
import { type DkimClaim, readDkimClaims } from '../../crypto/dkim/read-claims.ts';
import { readAddress } from '../../validation/written-address.ts';

/** The claimed sender of an e-mail, and its recipients. */
export interface Origin {
  /** The address in From, normalised. Undefined without an address, or with several. */
  from: string | undefined;
  /** The addresses in To, normalised. */
  to: readonly string[];
  /** The signatures that match the body. */
  claims: readonly DkimClaim[];
}

const MOST_RECIPIENTS = 10;
const LONGEST_FIELD = 2_000;

/** Reads From, To and the DKIM signatures of a mail. `now`: milliseconds since 1970. */
export function readOrigin(raw: Buffer, now: number): Origin {
  const end = raw.indexOf('\r\n\r\n');
  const fields = rawFields(raw.toString('latin1', 0, end < 0 ? raw.length : end));
  const valuesOf = (wanted: string): string[] =>
    fields.filter(({ name }) => name === wanted).map(({ text }) => text.slice(text.indexOf(':') + 1, LONGEST_FIELD));
  const [from, ...others] = addressesIn(valuesOf('from'));
  return {
    from: others.length === 0 ? from : undefined,
    to: addressesIn(valuesOf('to')),
    claims: readDkimClaims(raw, now),
  };
}

/** Names are left out: a piece of `"A, B" <c@d.test>` is not an address. */
const addressesIn = (values: readonly string[]): string[] =>
  values
    .flatMap((value) => value.split(',', MOST_RECIPIENTS))
    .flatMap((one) => readAddress(/<([^<>]*)>/.exec(one)?.[1] ?? one) ?? []);
