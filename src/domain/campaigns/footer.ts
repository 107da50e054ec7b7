import { languageFor } from '../../validation/language.ts';
import { FOOTER_TEXTS } from '../content/footer-texts.ts';
import { POSTAL_ADDRESS } from '../content/postal-address.ts';

/**
 * Adds the unsubscribe link and the postal address at the end, in the language of the message, unless the template has
 * them. Every message to a list must show both.
 */
export function withFooter(source: string, locale: string): string {
  const hasLink = /\bunsubscribe_url\b/.test(source);
  const hasAddress = /\bpostal_address\b/.test(source);
  if (hasLink && hasAddress) return source;
  const { unsubscribe } = FOOTER_TEXTS[languageFor(locale)];
  const footer = [
    '<div style="padding:24px;font:13px/1.5 sans-serif;color:#767676;text-align:center">',
    ...(hasAddress ? [] : [POSTAL_ADDRESS]),
    ...(hasLink ? [] : [`<p><a href="{{ unsubscribe_url }}" style="color:#767676">${unsubscribe}</a></p>`]),
    '</div>',
  ].join('\n');
  const end = source.search(/<\/body\s*>/i);
  return end < 0 ? `${source}\n${footer}` : `${source.slice(0, end)}${footer}\n${source.slice(end)}`;
}

/** Liquid: the team's postal address as a paragraph of text, if it has one. */
const POSTAL_LINES = '{% if team.postal_address %}\n\n{{ team.postal_address }}{% endif %}';

/**
 * Adds the unsubscribe link and the postal address to the end of a custom text part, in the language of the message, unless
 * the text has them. Every message to a list must show both, in each of its parts.
 */
export function withTextFooter(source: string, locale: string): string {
  const parts = [
    ...(/\bpostal_address\b/.test(source) ? [] : [POSTAL_LINES]),
    ...(/\bunsubscribe_url\b/.test(source)
      ? []
      : [`\n\n${FOOTER_TEXTS[languageFor(locale)].unsubscribe}: {{ unsubscribe_url }}`]),
  ];
  return parts.length === 0 ? source : `${source.trimEnd()}${parts.join('')}\n`;
}
