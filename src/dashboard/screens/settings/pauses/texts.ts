import { defineTexts } from '../../../texts/define-texts.ts';

export const usePausesText = defineTexts('settings-pauses', {
  en: {
    where: 'Recipient domain',
    everywhere: 'All recipients',
    transport: 'Transport',
    installation: 'System mail server',
    reason: 'Last error',
    waiting: 'Paused e-mails',
    campaigns: 'Campaign e-mails',
    everything: 'All e-mails',
    failures: 'Errors',
    since: 'Since',
    until: 'Until',
    trying: 'Retrying',
    end: 'End pause',
    none: 'No sending pauses',
    noneMore: 'Sending to a mailbox provider pauses automatically after repeated errors. Pauses appear here.',
  },
  de: {
    where: 'Empfängerdomain',
    everywhere: 'Alle Empfänger',
    transport: 'Versandweg',
    installation: 'System-Mailserver',
    reason: 'Letzter Fehler',
    waiting: 'Pausierte E-Mails',
    campaigns: 'Kampagnen-E-Mails',
    everything: 'Alle E-Mails',
    failures: 'Fehler',
    since: 'Seit',
    until: 'Bis',
    trying: 'Neuer Versuch läuft',
    end: 'Pause beenden',
    none: 'Keine Versandpausen',
    noneMore:
      'Der Versand an einen Postfachanbieter pausiert nach wiederholten Fehlern automatisch. Pausen erscheinen hier.',
  },
});
