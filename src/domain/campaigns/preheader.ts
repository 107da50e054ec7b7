/** What inboxes would show after the preheader is the beginning of the message; so there is room that shows nothing. */
const ROOM = '&#847;&zwnj;&nbsp;'.repeat(80);

/** Rendered before the rest of the message, as its own part: it shows nothing where it is empty for a person. */
const HIDDEN = `{% if campaign.preheader != '' %}<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">{{ campaign.preheader }}${ROOM}</div>{% endif %}`;

/**
 * A hidden part of text alone: the preheader of a template of the editors `blocks` or `mjml`. Its style is short, and is looked
 * for no further: content that begins many of them must not keep this process from its work.
 */
const OF_TEMPLATE = /<div style="display:\s?none;[^"]{0,300}max-height:\s?0[^"]{0,300}">(?:(?!<\/?div)[\s\S])*<\/div>/i;

/** Adds what inboxes show after the subject at the start of the body, in place of the template's own. */
export function withPreheader(source: string): string {
  const html = source.replace(OF_TEMPLATE, '');
  const body = /<body\b[^<>]*>/i.exec(html);
  const start = body ? body.index + body[0].length : 0;
  return html.slice(0, start) + HIDDEN + html.slice(start);
}
