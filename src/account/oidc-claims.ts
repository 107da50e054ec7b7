import { z } from 'zod';
import { normaliseEmail } from '../validation/email.ts';

/** The claims of an ID token that we read, besides those the library checks. */
const claims = z.object({
  email: z.string('is not text').transform((text, context) => {
    const email = normaliseEmail(text);
    if (email === undefined) context.addIssue({ code: 'custom', message: 'is not an e-mail address' });
    return email ?? z.NEVER;
  }),
  email_verified: z.literal(true, 'is not true'),
});

/** The address that the provider has verified, in its normal form. Throws an Error that names the claim. */
export function verifiedAddress(given: unknown): string {
  const read = claims.safeParse(given);
  if (read.success) return read.data.email;
  throw new Error(
    read.error.issues.map(({ path, message }) => `${path.join('.') || 'the ID token'} ${message}`).join('; '),
  );
}
