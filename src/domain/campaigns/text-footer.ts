import { languageFor } from '../../validation/language.ts';
import { FOOTER_TEXTS } from '../content/footer-texts.ts';

/** Liquid: the team's postal address as a paragraph, if it has one. */
const POSTAL_ADDRESS = '{% if team.postal_address %}\n\n{{ team.postal_address }}{% endif %}';

/**
 * Adds the unsubscribe link and the postal address to the end of a custom text part, in the language of the message, unless
 * the text has them. Every message to a list must show both, in each of its parts.
 */
export function withTextFooter(source: string, locale: string): string {
  const parts = [
    ...(/\bpostal_address\b/.test(source) ? [] : [POSTAL_ADDRESS]),
    ...(/\bunsubscribe_url\b/.test(source)
      ? []
      : [`\n\n${FOOTER_TEXTS[languageFor(locale)].unsubscribe}: {{ unsubscribe_url }}`]),
  ];
  return parts.length === 0 ? source : `${source.trimEnd()}${parts.join('')}\n`;
}
