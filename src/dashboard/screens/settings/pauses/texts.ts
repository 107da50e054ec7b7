import { defineTexts } from '../../../texts/define-texts.ts';

export const usePausesText = defineTexts('settings-pauses', {
  en: {
    domain: 'Recipient domain',
    allRecipients: 'All recipients',
    transport: 'Transport',
    systemMailServer: 'System mail server',
    lastError: 'Last error',
    pausedMails: 'Paused e-mails',
    campaignMails: 'Campaign e-mails',
    allMails: 'All e-mails',
    errors: 'Errors',
    since: 'Since',
    until: 'Until',
    retrying: 'Retrying',
    endPause: 'End pause',
    noPauses: 'No sending pauses',
    noPausesHint: 'Sending to a mailbox provider pauses automatically after repeated errors. Pauses appear here.',
  },
  de: {
    domain: 'Empfängerdomain',
    allRecipients: 'Alle Empfänger',
    transport: 'Versandweg',
    systemMailServer: 'System-Mailserver',
    lastError: 'Letzter Fehler',
    pausedMails: 'Pausierte E-Mails',
    campaignMails: 'Kampagnen-E-Mails',
    allMails: 'Alle E-Mails',
    errors: 'Fehler',
    since: 'Seit',
    until: 'Bis',
    retrying: 'Neuer Versuch läuft',
    endPause: 'Pause beenden',
    noPauses: 'Keine Versandpausen',
    noPausesHint:
      'Der Versand an einen Postfachanbieter pausiert nach wiederholten Fehlern automatisch. Pausen erscheinen hier.',
  },
});
