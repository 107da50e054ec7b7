import type { Language } from '../../validation/language.ts';

/** The link that ends a subscription, in each of our languages. */
export const FOOTER_TEXTS: Record<Language, { unsubscribe: string }> = {
  en: { unsubscribe: 'Unsubscribe' },
  de: { unsubscribe: 'Abmelden' },
  fr: { unsubscribe: 'Se désabonner' },
  es: { unsubscribe: 'Darse de baja' },
  nl: { unsubscribe: 'Afmelden' },
};
