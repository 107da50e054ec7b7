import { addressFilter } from '../validation/email.ts';
import { record } from '../validation/text.ts';
import { parse } from '../validation/validate.ts';

const rules = {
  email: record({ email: addressFilter().nullish() }),
  recipient: record({ recipient: addressFilter().nullish() }),
};

/** The normalised address for filtering a stream, or undefined. Throws ValidationError naming the `field`. */
export function streamedAddress(field: keyof typeof rules, address: unknown): string | undefined {
  return Object.values(parse<(typeof rules)[typeof field]>(rules[field], { [field]: address }))[0] ?? undefined;
}
