import { defineTexts } from '../../texts/define-texts.ts';

export const useSettingsText = defineTexts('settings', {
  en: {
    sections: 'Settings sections',
    team: 'Team and brand',
    members: 'Members',
    tokens: 'API tokens',
    requests: 'Request log',
    domains: 'Sending domains',
    deliverability: 'Deliverability',
    transports: 'Transports',
    pauses: 'Sending pauses',
    webhooks: 'Webhooks',
    audit: 'Audit log',
    usage: 'Usage',
  },
  de: {
    sections: 'Bereiche der Einstellungen',
    team: 'Team und Marke',
    members: 'Mitglieder',
    tokens: 'API-Tokens',
    requests: 'Aufrufprotokoll',
    domains: 'Versanddomains',
    deliverability: 'Zustellbarkeit',
    transports: 'Versandwege',
    pauses: 'Versandpausen',
    webhooks: 'Webhooks',
    audit: 'Audit-Protokoll',
    usage: 'Nutzung',
  },
});
