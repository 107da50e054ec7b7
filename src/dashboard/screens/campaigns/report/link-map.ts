/** Looks that an e-mail's own styles do not change by accident. */
const MARK =
  'display:inline-block;margin:0 0 0 4px;padding:0 5px;border-radius:9px;background:#3b5bdb;color:#fff;' +
  'font:600 11px/18px system-ui,sans-serif;text-decoration:none;vertical-align:middle';

/**
 * The HTML of an e-mail with a number beside each link that was clicked: `clicks` by address. The document is parsed and
 * never shown in this page, so nothing in it runs.
 */
export function withClicks(html: string, clicks: ReadonlyMap<string, string>): string {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  for (const link of mail.querySelectorAll('a[href]')) {
    const figure = clicks.get(link.getAttribute('href') ?? '');
    if (figure === undefined) continue;
    const mark = mail.createElement('span');
    mark.setAttribute('style', MARK);
    mark.textContent = figure;
    link.append(mark);
  }
  return mail.documentElement.outerHTML;
}
