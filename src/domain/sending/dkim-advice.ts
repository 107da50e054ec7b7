import { ADVISED_BITS, bitsOf } from './dkim-key.ts';
import type { PublishedKey } from './dkim-keys.ts';

/** Advice about a key's record, besides the findings of a check. `current`: the selector of the signing key. */
export function dkimAdvice(
  { status, publicKey, keepUntil, finding }: PublishedKey,
  current: string,
  now: Date,
): string[] {
  if (keepUntil)
    return [
      keepUntil > now ? keep(keepUntil) : 'Messages are no longer signed with this key. You can remove the record.',
    ];
  const bits = bitsOf(publicKey);
  return [
    ...(status === 'next' && finding.state !== 'ok'
      ? [`Publish it next to the record of ${current}, which signs until this one is found.`]
      : []),
    ...(bits < ADVISED_BITS ? [`The key has ${bits} bits. Gmail and Yahoo ask for ${ADVISED_BITS}.`] : []),
  ];
}

const keep = (until: Date): string =>
  `Keep this record until ${until.toISOString().slice(0, 10)} for messages in transit signed with its key.`;
