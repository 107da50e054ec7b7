/** The addresses that count the opens and clicks of one message. */
export interface Tracking {
  /** The address that counts a click and redirects to `target`; `target` itself when the click is not counted. */
  link?(target: string): string;
  /** The address of the pixel. */
  pixel?: string;
}

const HREF = /(<a\b[^>]*?\shref\s*=\s*)("[^"]*"|'[^']*')/gi;

/** Longer targets are left alone: some mail programs cut very long addresses off. */
const LONGEST_TARGET = 1_500;

/** Rewrites a message's links so that clicks are counted, and adds the pixel at the end. */
export function addTracking(html: string, { link, pixel }: Tracking): string {
  const linked = link ? html.replace(HREF, (_, begin: string, quoted: string) => begin + counted(quoted, link)) : html;
  return pixel ? withPixel(linked, pixel) : linked;
}

function counted(quoted: string, link: (target: string) => string): string {
  const target = targetOf(quoted.slice(1, -1));
  return target === undefined ? quoted : `"${link(target)}"`;
}

/** The ASCII form of an http or https address; undefined for any other. */
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
