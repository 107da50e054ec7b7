const OPENS_JSON_LD = /^<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json\b[^>]*>/i;

/** Whether a place in HTML is inside a `<script type="application/ld+json">`, which programs read, such as Gmail. */
export function isInJsonLd(html: string, place: number): boolean {
  const before = html.slice(0, place).toLowerCase();
  const opened = before.lastIndexOf('<script');
  return opened >= 0 && OPENS_JSON_LD.test(before.slice(opened)) && !before.includes('</script', opened);
}
