import type { Language } from '../../validation/language.ts';

/** The texts of the links at the end of a message in each of our languages. */
export const FOOTER_TEXTS: Record<Language, { unsubscribe: string; preferences: string }> = {
  en: { unsubscribe: 'Unsubscribe', preferences: 'Preferences' },
  de: { unsubscribe: 'Abmelden', preferences: 'Einstellungen' },
  fr: { unsubscribe: 'Se désabonner', preferences: 'Préférences' },
  es: { unsubscribe: 'Darse de baja', preferences: 'Preferencias' },
  nl: { unsubscribe: 'Afmelden', preferences: 'Voorkeuren' },
};
