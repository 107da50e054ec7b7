import { defineTexts } from '../../texts/define-texts.ts';

export const useSettingsText = defineTexts('settings', {
  en: {
    parts: 'Parts of the settings',
    team: 'Team and brand',
    members: 'Members',
    tokens: 'Tokens',
    domains: 'Sending domains',
    transports: 'Transports',
    pauses: 'Sending pauses',
    webhooks: 'Webhooks',
    forms: 'Forms',
    audit: 'Audit log',
    usage: 'Usage',
  },
  de: {
    parts: 'Teile der Einstellungen',
    team: 'Team und Marke',
    members: 'Mitglieder',
    tokens: 'Tokens',
    domains: 'Versanddomains',
    transports: 'Versandwege',
    pauses: 'Versandpausen',
    webhooks: 'Webhooks',
    forms: 'Formulare',
    audit: 'Protokoll',
    usage: 'Verbrauch',
  },
});
