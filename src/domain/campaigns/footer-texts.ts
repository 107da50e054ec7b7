import type { Language } from '../../validation/language.ts';

/** The text of the unsubscribe link in each of our languages. */
export const FOOTER_TEXTS: Record<Language, { unsubscribe: string }> = {
  en: { unsubscribe: 'Unsubscribe' },
  de: { unsubscribe: 'Abmelden' },
  fr: { unsubscribe: 'Se désabonner' },
  es: { unsubscribe: 'Darse de baja' },
  nl: { unsubscribe: 'Afmelden' },
};
