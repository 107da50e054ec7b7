import { ownPreheaders } from './own-preheader.ts';

/** What inboxes would show after the preheader is the beginning of the message; so there is room that shows nothing. */
const ROOM = '&#847;&zwnj;&nbsp;'.repeat(80);

/** Rendered before the rest of the message, as its own part: it shows nothing where it is empty for a person. */
const HIDDEN = `{% if campaign.preheader != '' %}<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">{{ campaign.preheader }}${ROOM}</div>{% endif %}`;

/**
 * Adds what inboxes show after the subject at the start of the body, in place of the template's own. Where that stands in a
 * condition, the condition stays.
 */
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

/** Where the body begins. */
function bodyOf(html: string): number {
  const body = /<body\b[^<>]*>/i.exec(html);
  return body ? body.index + body[0].length : 0;
}
