const SCRIPT = /^<script\b[^>]*>/;
const JSON_LD = /\btype\s*=\s*["']?application\/ld\+json\b/;

/** Whether an offset in HTML is inside a `<script type="application/ld+json">`, which programs such as Gmail read. */
export function isInJsonLd(html: string, place: number): boolean {
  const before = html.slice(0, place).toLowerCase();
  const opened = before.lastIndexOf('<script');
  if (opened < 0 || before.includes('</script', opened)) return false;
  return JSON_LD.test(SCRIPT.exec(before.slice(opened))?.[0] ?? '');
}
