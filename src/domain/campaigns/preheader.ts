import { ownPreheaders } from './own-preheader.ts';

/** After the preheader, inboxes would show the beginning of the message; this filler shows nothing instead. */
const ROOM = '&#847;&zwnj;&nbsp;'.repeat(80);

/** Rendered on its own before the rest of the message: nothing is shown if it is empty for a person. */
const HIDDEN = `{% if campaign.preheader != '' %}<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">{{ campaign.preheader }}${ROOM}</div>{% endif %}`;

/** Puts the preheader at the start of the body, replacing the template's own. A condition around that one stays. */
export function withPreheader(source: string): string {
  const html = withoutOwn(source);
  const start = bodyOf(html);
  return html.slice(0, start) + HIDDEN + html.slice(start);
}

function withoutOwn(source: string): string {
  return ownPreheaders(source, bodyOf(source)).reduceRight(
    (html, { begin, end }) => html.slice(0, begin) + html.slice(end),
    source,
  );
}

/** The position at which the body begins. */
function bodyOf(html: string): number {
  const body = /<body\b[^<>]*>/i.exec(html);
  return body ? body.index + body[0].length : 0;
}
