import { Parser } from 'htmlparser2';
import { parseUrl } from '../../../network/parse-url.ts';

/** What a page says of its look. Addresses are absolute. */
export interface Page {
  /** What the website calls itself. */
  name: string | undefined;
  /** `theme-color`, as written. */
  themeColour: string | undefined;
  /** Pictures that may be the logo, the likeliest first. */
  logos: string[];
  /** Its linked style sheets. */
  sheets: string[];
  /** Its own style sheets. */
  styles: string[];
  /** Where its links lead. */
  links: string[];
}

const LONGEST_NAME = 255;

/** Reads a page. `address`: the page's own. */
export function readPage(html: string, address: string): Page {
  const found: Found = { meta: new Map(), icons: [], pictures: [], sheets: [], links: [], styles: [], data: [] };
  let base = address;
  const texts: string[] = [];
  const absolute = (written: string | undefined): string[] => {
    const url = written ? parseUrl(written.trim(), base) : undefined;
    return url && /^(https?|mailto):$/.test(url.protocol) ? [url.href] : [];
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      texts.length = 0;
      if (name === 'base') base = absolute(attributes.href)[0] ?? base;
      READERS[name]?.(found, attributes, absolute);
    },
    ontext: (text) => texts.push(text),
    onclosetag: (name) => {
      if (name === 'style') found.styles.push(texts.join(''));
      if (name === 'script') found.data.push(texts.join(''));
      texts.length = 0;
    },
  });
  parser.end(html);
  const { name, logo } = organisationIn(found.data);
  const { meta, icons, pictures, sheets, links, styles } = found;
  return {
    name:
      (name ?? meta.get('og:site_name') ?? meta.get('application-name'))?.trim().slice(0, LONGEST_NAME) || undefined,
    themeColour: meta.get('theme-color'),
    logos: [...new Set([...absolute(logo), ...pictures, ...icons])],
    sheets,
    styles,
    links: [...new Set(links)],
  };
}

interface Found {
  meta: Map<string, string>;
  icons: string[];
  pictures: string[];
  sheets: string[];
  links: string[];
  styles: string[];
  /** Texts of scripts, some of which may be JSON-LD. */
  data: string[];
}

type Attributes = Record<string, string>;

const READERS: Record<string, (found: Found, of: Attributes, absolute: (written?: string) => string[]) => void> = {
  meta: ({ meta }, { name, property, content }) => {
    const key = (name ?? property)?.toLowerCase();
    if (key && content && !meta.has(key)) meta.set(key, content);
  },
  link: ({ sheets, icons }, { rel = '', href, media = '' }, absolute) => {
    const kinds = rel.toLowerCase().split(/\s+/);
    if (kinds.includes('stylesheet') && !/print/i.test(media)) sheets.push(...absolute(href));
    if (kinds.includes('apple-touch-icon')) icons.unshift(...absolute(href));
    else if (kinds.includes('icon')) icons.push(...absolute(href));
  },
  img: ({ pictures }, { src, 'data-src': later, alt = '', id = '', class: classes = '' }, absolute) => {
    if (/logo/i.test([src, alt, id, classes].join(' '))) pictures.push(...absolute(later ?? src));
  },
  a: ({ links }, { href }, absolute) => void links.push(...absolute(href)),
};

/** The organisation in a page's structured data (schema.org as JSON-LD), as search engines show it. */
function organisationIn(scripts: readonly string[]): { name?: string | undefined; logo?: string | undefined } {
  const objects = scripts.filter((text) => text.includes('schema.org')).flatMap(objectsIn);
  const organisation =
    objects.find(({ logo }) => logo !== undefined) ?? objects.find(({ '@type': type }) => isOne(type));
  const logo = organisation?.logo;
  return { name: textOf(organisation?.name), logo: textOf(logo) ?? textOf((logo as JsonObject | undefined)?.url) };
}

type JsonObject = Record<string, unknown>;

const isOne = (type: unknown): boolean => /^(Organization|Store|LocalBusiness|Bakery|Restaurant)$/.test(String(type));
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function objectsIn(json: string): JsonObject[] {
  try {
    const read = JSON.parse(json);
    const top: unknown[] = Array.isArray(read)
      ? read
      : [read, ...(Array.isArray(read?.['@graph']) ? read['@graph'] : [])];
    return top.filter((one): one is JsonObject => typeof one === 'object' && one !== null);
  } catch {
    return []; // a script
  }
}
