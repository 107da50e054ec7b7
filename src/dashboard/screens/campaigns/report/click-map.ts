/** Looks that an e-mail's own styles do not change by accident. */
const BADGE_STYLE =
  'display:inline-block;margin:0 0 0 4px;padding:0 5px;border-radius:9px;background:#3b5bdb;color:#fff;' +
  'font:600 11px/18px system-ui,sans-serif;text-decoration:none;vertical-align:middle';

/**
 * The HTML of an e-mail with a number beside each link that was clicked: `clicks` by address. The document is parsed and
 * never shown in this page, so nothing in it runs.
 */
export function withClicks(html: string, clicks: ReadonlyMap<string, string>): string {
  const { unstyled, attachStyles } = detachStyles(html);
  const mail = new DOMParser().parseFromString(unstyled, 'text/html');
  for (const link of mail.querySelectorAll('a[href]')) {
    const figure = clicks.get(link.getAttribute('href') ?? '');
    if (figure === undefined) continue;
    const badge = mail.createElement('span');
    badge.setAttribute('data-style', BADGE_STYLE);
    badge.textContent = figure;
    link.append(badge);
  }
  return attachStyles(mail.documentElement.outerHTML);
}

/**
 * Removes the styles from HTML, and returns how to restore them. A document parsed here is under this page's policy,
 * which reports every inline style.
 */
function detachStyles(html: string): { unstyled: string; attachStyles: (html: string) => string } {
  const styles: string[] = [];
  const unstyled = html
    .replace(/<style[\s\S]*?<\/style>/gi, (style) => `<meta data-style-sheet="${styles.push(style) - 1}">`)
    .replace(/(\s)style(\s*=)/gi, '$1data-style$2');
  const attachStyles = (marked: string) =>
    marked
      .replace(/(\s)data-style=/g, '$1style=')
      .replace(/<meta data-style-sheet="(\d+)">/g, (_, index) => styles[Number(index)] ?? '');
  return { unstyled, attachStyles };
}
