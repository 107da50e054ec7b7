import type { NavigateOptions } from '@tanstack/react-router';
import type { router } from '../router.ts';

/** A page within a screen. */
export interface Place {
  id: string;
  target: NavigateOptions<typeof router>;
  /** The screen, and the name of the page there. */
  title: { en: string; de: string };
  /** Other words by which somebody may look for it, in all languages. */
  words: string;
  forOwners?: true;
}

/** The pages that the menu does not list, in the order of their screens. */
export const PLACES: readonly Place[] = [
  {
    id: 'fields',
    target: { to: '/lists/fields' },
    title: { en: 'Lists: contact fields', de: 'Listen: Kontaktfelder' },
    words: 'attributes custom properties columns attribute eigenschaften',
  },
  {
    id: 'tags',
    target: { to: '/lists/tags' },
    title: { en: 'Lists: tags', de: 'Listen: Tags' },
    words: 'labels merge rename schlagworte',
  },
  {
    id: 'suppressions',
    target: { to: '/lists/suppressions' },
    title: { en: 'Lists: suppressions', de: 'Listen: Sperrliste' },
    words: 'bounces bounced complaints blocklist blacklist unsubscribed blocked spam gesperrt beschwerden',
  },
  {
    id: 'imports',
    target: { to: '/lists/imports' },
    title: { en: 'Lists: imports', de: 'Listen: Importe' },
    words: 'csv upload excel spreadsheet hochladen datei',
  },
  {
    id: 'revenue',
    target: { to: '/events/revenue' },
    title: { en: 'Events: revenue', de: 'Ereignisse: Umsatz' },
    words: 'sales orders refunds attribution conversions verkäufe bestellungen',
  },
  {
    id: 'team',
    target: { to: '/settings/team' },
    title: { en: 'Settings: team and brand', de: 'Einstellungen: Team und Marke' },
    words:
      'logo colours colors fonts sender postal address footer time zone tracking retention frequency cap social links farben absender anschrift zeitzone',
  },
  {
    id: 'members',
    target: { to: '/settings/members' },
    title: { en: 'Settings: members', de: 'Einstellungen: Mitglieder' },
    words: 'invite users people roles owner editor viewer passkey einladen benutzer rollen',
  },
  {
    id: 'tokens',
    target: { to: '/settings/tokens' },
    title: { en: 'Settings: API tokens', de: 'Einstellungen: API-Tokens' },
    words: 'api keys access secret developer schlüssel zugriff entwickler',
  },
  {
    id: 'requests',
    target: { to: '/settings/requests' },
    title: { en: 'Settings: request log', de: 'Einstellungen: Aufrufprotokoll' },
    words: 'api calls errors debug requests log developers aufrufe fehler protokoll entwickler',
  },
  {
    id: 'domains',
    target: { to: '/settings/domains' },
    title: { en: 'Settings: sending domains', de: 'Einstellungen: Versanddomains' },
    words: 'dns dkim spf dmarc records authentication einträge',
  },
  {
    id: 'deliverability',
    target: { to: '/settings/deliverability' },
    title: { en: 'Settings: deliverability', de: 'Einstellungen: Zustellbarkeit' },
    words:
      'bounces complaints blocks spam reputation refusals feedback sources rates gmail yahoo outlook beschwerden ablehnungen rückmeldungen',
  },
  {
    id: 'transports',
    target: { to: '/settings/transports' },
    title: { en: 'Settings: transports', de: 'Einstellungen: Versandwege' },
    words: 'smtp mail server ses postmark mailgun sendgrid brevo provider connect mailserver anbieter',
  },
  {
    id: 'pauses',
    target: { to: '/settings/pauses' },
    title: { en: 'Settings: sending pauses', de: 'Einstellungen: Versandpausen' },
    words: 'throttle throttling deferred rate limit gmail outlook drosselung',
  },
  {
    id: 'webhooks',
    target: { to: '/settings/webhooks' },
    title: { en: 'Settings: webhooks', de: 'Einstellungen: Webhooks' },
    words: 'notifications deliveries callback url events benachrichtigungen',
  },
  {
    id: 'audit',
    target: { to: '/settings/audit' },
    title: { en: 'Settings: audit log', de: 'Einstellungen: Audit-Protokoll' },
    words: 'history changes who activity security verlauf änderungen',
    forOwners: true,
  },
  {
    id: 'usage',
    target: { to: '/settings/usage' },
    title: { en: 'Settings: usage', de: 'Einstellungen: Nutzung' },
    words: 'totals statistics limits messages per month statistik',
  },
];
