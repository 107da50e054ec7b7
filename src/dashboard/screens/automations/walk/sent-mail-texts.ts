import { defineTexts } from '../../../texts/define-texts.ts';

export const useMailOfStepText = defineTexts('automation-mails', {
  en: {
    mail: 'The e-mail',
    message: 'E-mail: {{happened}}',
    QUEUED: 'filed',
    WARNED: 'filed with a warning',
    DEFERRED: 'put off by the mail server',
    UNDECIDED: 'the answer was lost',
    FAILED: 'refused for good',
    SENT: 'sent',
    OPENED: 'opened',
    CLICKED: 'clicked',
    BOUNCED: 'came back for good',
    SOFT_BOUNCED: 'came back for now',
    COMPLAINED: 'was called spam',
  },
  de: {
    mail: 'Die E-Mail',
    message: 'E-Mail: {{happened}}',
    QUEUED: 'bereitgestellt',
    WARNED: 'mit Warnung bereitgestellt',
    DEFERRED: 'vom Mailserver aufgeschoben',
    UNDECIDED: 'die Antwort ging verloren',
    FAILED: 'endgültig abgelehnt',
    SENT: 'gesendet',
    OPENED: 'geöffnet',
    CLICKED: 'geklickt',
    BOUNCED: 'kam endgültig zurück',
    SOFT_BOUNCED: 'kam vorerst zurück',
    COMPLAINED: 'wurde als Spam gemeldet',
  },
});
