import { defineTexts } from '../texts/define-texts.ts';

export const useMailOutcomeText = defineTexts('mailOutcome', {
  en: {
    PENDING: 'Sending test to {{to}} …',
    SENT: 'Test sent to {{to}}.',
    kept: 'No mail server is connected. The test to {{to}} was kept in the outbox.',
    FAILED: 'The test to {{to}} was not sent: {{reason}}',
    view: 'View e-mail',
  },
  de: {
    PENDING: 'Test an {{to}} wird gesendet …',
    SENT: 'Test an {{to}} gesendet.',
    kept: 'Kein Mailserver verbunden. Der Test an {{to}} liegt im Postausgang.',
    FAILED: 'Der Test an {{to}} wurde nicht gesendet: {{reason}}',
    view: 'E-Mail ansehen',
  },
});
