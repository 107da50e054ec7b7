import { html } from '../../validation/html.ts';
import { languageFor } from '../../validation/language.ts';
import { FOOTER_TEXTS } from './footer-texts.ts';

/**
 * Every message to a list shows how to leave it and who sends it (contract §9). A template that says so itself is left as it
 * is; to others it is added at the end, in the language of the message.
 */
export function withFooter(source: string, locale: string): string {
  const leaves = /\bunsubscribe_url\b/.test(source);
  const addressed = /\bpostal_address\b/.test(source);
  if (leaves && addressed) return source;
  const { unsubscribe } = FOOTER_TEXTS[languageFor(locale)];
  const address = html`<p>{{ team.postal_address }}</p>`.text;
  const footer = [
    '<div style="padding:24px;font:13px/1.5 sans-serif;color:#595959;text-align:center">',
    ...(addressed ? [] : [`{% if team.postal_address %}${address}{% endif %}`]),
    ...(leaves ? [] : [`<p><a href="{{ unsubscribe_url }}" style="color:#595959">${unsubscribe}</a></p>`]),
    '</div>',
  ].join('\n');
  const end = source.search(/<\/body\s*>/i);
  return end < 0 ? `${source}\n${footer}` : `${source.slice(0, end)}${footer}\n${source.slice(end)}`;
}
