const LONGEST = 2_000;

/** An address in a feed, made absolute by `base`; null unless it is http or https without a user. */
export function feedAddress(written: string | null | undefined, base: string | null): string | null {
  const trimmed = written?.trim();
  if (!trimmed || trimmed.length > LONGEST || !URL.canParse(trimmed, base ?? undefined)) return null;
  const url = new URL(trimmed, base ?? undefined);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
