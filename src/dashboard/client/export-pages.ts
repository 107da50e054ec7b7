import { isRecord } from './send-file.ts';
import { addressOf } from './urls.ts';

/** The most rows of a part that a page of an export has. */
const ROWS = 200;

/**
 * Joins the pages of a REST export into one JSON text. `path` is relative to the installation and includes the query. Tells how
 * many of how many pages are read. Throws when the server does not give one.
 */
export async function exportPages(path: string, onPage: (page: number, pages: number) => void): Promise<string> {
  let whole: Record<string, unknown> = {};
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await fetch(addressOf(`${path}&page=${page}&per_page=${ROWS}`), { credentials: 'same-origin' });
    const body: unknown = answer.ok ? await answer.json() : undefined;
    if (!isRecord(body) || !isRecord(body.data) || !isRecord(body.meta)) throw new Error(String(answer.status));
    const { data, meta } = body;
    const parts = Object.keys(isRecord(meta.totals) ? meta.totals : {});
    const longer = parts.map((name) => [name, [...listOf(whole[name]), ...listOf(data[name])]]);
    whole = { ...data, ...Object.fromEntries(longer) };
    pages = Number(meta.last_page);
    onPage(page, pages);
  }
  return JSON.stringify(whole, null, 2);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Has the browser keep a text as a file. */
export function saveAsFile(text: string, name: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // Not at once: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
