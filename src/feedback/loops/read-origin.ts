import { rawFields } from '../../crypto/dkim/canonical-form.ts';
import { type DkimClaim, readDkimClaims } from '../../crypto/dkim/read-claims.ts';
import { readAddress } from '../../validation/written-address.ts';

/** Who claims to have sent a mail, and to whom. */
export interface Origin {
  /** The address in From, in its normal form. Undefined where there is none, or more than one. */
  from: string | undefined;
  /** The addresses in To, in their normal form. */
  to: readonly string[];
  /** The signatures that fit the body. */
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

/** Names are left out: of `"A, B" <c@d.test>` a piece is no address. */
const addressesIn = (values: readonly string[]): string[] =>
  values
    .flatMap((value) => value.split(',', MOST_RECIPIENTS))
    .flatMap((one) => readAddress(/<([^<>]*)>/.exec(one)?.[1] ?? one) ?? []);
