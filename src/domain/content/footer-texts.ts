import type { Language } from '../../validation/language.ts';

/** The link texts at the end of a message in each supported language. */
export const FOOTER_TEXTS: Record<Language, { unsubscribe: string; preferences: string }> = {
  en: { unsubscribe: 'Unsubscribe', preferences: 'Preferences' },
  de: { unsubscribe: 'Abmelden', preferences: 'Einstellungen' },
  fr: { unsubscribe: 'Se désabonner', preferences: 'Préférences' },
  es: { unsubscribe: 'Darse de baja', preferences: 'Preferencias' },
  nl: { unsubscribe: 'Afmelden', preferences: 'Voorkeuren' },
};
