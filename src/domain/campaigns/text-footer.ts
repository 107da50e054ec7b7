import { languageFor } from '../../validation/language.ts';
import { FOOTER_TEXTS } from '../content/footer-texts.ts';

/** Liquid: the postal address of the team as a paragraph, where the team has one. */
const POSTAL_ADDRESS = '{% if team.postal_address %}\n\n{{ team.postal_address }}{% endif %}';

/**
 * Adds the unsubscribe link and the postal address at the end of an own text part, in the language of the message, unless the
 * text has them itself. Every message to a list must show both, in each of its parts.
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
