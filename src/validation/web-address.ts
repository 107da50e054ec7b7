import { parseUrl } from '../network/parse-url.ts';
import { normaliseEmail } from './email.ts';
import { text } from './text.ts';

const MAX = 2_000;

/**
 * An absolute web address, `https://…` or `http://…`, without a user or a password. The error message shows the
 * `example`.
 */
export const webAddress = (example = 'https://shop.example/logo.png') =>
  text(MAX)
    .transform((value) => value.trim())
    .refine(isWebAddress, `must be an address such as ${example}.`)
    .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' });

/** An absolute web address, or `mailto:` and an e-mail address. */
export const webOrMailAddress = () =>
  text(MAX)
    .transform((value) => value.trim())
    .refine(
      (value) => isWebAddress(value) || isMailAddress(value),
      'must be an address such as https://shop.example or mailto:us@shop.example.',
    )
    .meta({ format: 'uri' });

const isMailAddress = (value: string): boolean =>
  /^mailto:[^\s"'<>\\{}?]+$/i.test(value) && normaliseEmail(value.slice('mailto:'.length)) !== undefined;

function isWebAddress(value: string): boolean {
  const url = /^https?:\/\/[^\s"'<>\\{}]+$/i.test(value) ? parseUrl(value) : undefined;
  return url?.username === '' && url.password === '';
}
