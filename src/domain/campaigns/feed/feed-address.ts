import { parseUrl } from '../../../network/parse-url.ts';

const LONGEST = 2_000;

/** An address in a feed, made absolute by `base`; null unless it is http or https without a user. */
export function feedAddress(written: string | null | undefined, base: string | null): string | null {
  const trimmed = written?.trim();
  if (!trimmed || trimmed.length > LONGEST) return null;
  const url = parseUrl(trimmed, base ?? undefined);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
