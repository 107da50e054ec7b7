import type { TestApp } from './app.ts';

/** A page of the API reference as a reader's browser sees it. */
export interface ReferencePage {
  text: string;
  ids: readonly string[];
  /** Addresses of links, of files that the page loads, and of form targets. */
  links: readonly string[];
  loads: readonly string[];
}

/** Reads the reference from its index, following every link to a page of the reference. `base`: the path of the public URL. */
export async function readReference({ app }: Pick<TestApp, 'app'>, base = ''): Promise<Map<string, ReferencePage>> {
  const pages = new Map<string, ReferencePage>();
  const waiting = ['/reference'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const answer = await app.inject(path);
    if (answer.statusCode !== 200) throw new Error(`${path} is linked, and answers ${answer.statusCode}.`);
    const page = pageOf(answer.payload);
    pages.set(path, page);
    for (const link of page.links) {
      const linked = link.split('#')[0] as string;
      if (linked.startsWith(`${base}/reference`)) waiting.push(linked.slice(base.length));
    }
  }
  return pages;
}

function pageOf(text: string): ReferencePage {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found as string);
  return {
    text,
    ids: all(/ id="([^"]*)"/g),
    links: all(/<a [^>]*href="([^"]*)"/g),
    loads: [...all(/ src="([^"]*)"/g), ...all(/<link [^>]*href="([^"]*)"/g), ...all(/url\(([^)]*)\)/g)],
  };
}

/** Text without tags, as it is read. */
export const readable = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
