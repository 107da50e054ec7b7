import { defineTexts } from '../../../texts/define-texts.ts';

export const useStepMailText = defineTexts('automation-mails', {
  en: {
    viewMail: 'View e-mail',
    message: 'E-mail: {{happened}}',
    QUEUED: 'queued',
    WARNED: 'queued with a warning',
    DEFERRED: 'deferred by the mail server',
    UNDECIDED: 'no answer from the mail server',
    FAILED: 'rejected',
    SENT: 'sent',
    OPENED: 'opened',
    CLICKED: 'clicked',
    BOUNCED: 'hard bounce',
    SOFT_BOUNCED: 'soft bounce',
    COMPLAINED: 'marked as spam',
  },
  de: {
    viewMail: 'E-Mail ansehen',
    message: 'E-Mail: {{happened}}',
    QUEUED: 'eingereiht',
    WARNED: 'mit Warnung eingereiht',
    DEFERRED: 'vom Mailserver aufgeschoben',
    UNDECIDED: 'keine Antwort vom Mailserver',
    FAILED: 'abgelehnt',
    SENT: 'gesendet',
    OPENED: 'geöffnet',
    CLICKED: 'geklickt',
    BOUNCED: 'Hard Bounce',
    SOFT_BOUNCED: 'Soft Bounce',
    COMPLAINED: 'als Spam gemeldet',
  },
});
