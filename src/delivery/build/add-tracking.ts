/** Where opens and clicks of one message are counted. */
export interface Tracking {
  /** The address that counts and then leads to `target`; the target itself where it is not counted. */
  link?(target: string): string;
  /** The address of the pixel. */
  pixel?: string;
}

const HREF = /(<a\b[^>]*?\shref\s*=\s*)("[^"]*"|'[^']*')/gi;

/** Longer addresses than this are cut by some mail programs when they get longer still. */
const LONGEST_TARGET = 1_500;

/** Lets the links of a message be counted, and puts a pixel at its end. */
export function addTracking(html: string, { link, pixel }: Tracking): string {
  const linked = link ? html.replace(HREF, (_, begin: string, quoted: string) => begin + counted(quoted, link)) : html;
  return pixel ? withPixel(linked, pixel) : linked;
}

function counted(quoted: string, link: (target: string) => string): string {
  const target = targetOf(quoted.slice(1, -1));
  return target === undefined ? quoted : `"${link(target)}"`;
}

/** The address in ASCII, if it is one of the web. */
function targetOf(attribute: string): string | undefined {
  const written = attribute
    .trim()
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&quot;/gi, '"')
    .replace(/&#39;/g, "'");
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) return undefined;
  const { href } = new URL(written);
  return href.length <= LONGEST_TARGET ? href : undefined;
}

function withPixel(html: string, url: string): string {
  const pixel = `<img src="${url}" width="1" height="1" alt="" style="display:block;border:0">`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? html + pixel : html.slice(0, end) + pixel + html.slice(end);
}
