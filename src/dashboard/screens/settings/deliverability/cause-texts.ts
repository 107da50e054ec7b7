import { defineTexts } from '../../../texts/define-texts.ts';

/** Why mail servers refuse messages because of the sender, and what to do. */
export const useCauseText = defineTexts('settings-deliverability-causes', {
  en: {
    BLOCKED: 'Blocklisted',
    BLOCKED_advice: 'Your server or domain is on a blocklist. Fix the reason, then ask its operator for removal.',
    AUTHENTICATION: 'Authentication failed',
    AUTHENTICATION_advice: 'SPF, DKIM or DMARC failed. Complete the DNS records of your sending domain.',
    POLICY: 'Against the server’s policy',
    POLICY_advice: 'This server has its own rules for senders. Its response says which one applies.',
    RATE: 'Too fast',
    RATE_advice: 'You sent too much in a short time. Set a limit for this domain on your transport.',
    SPAM: 'Taken for spam',
    SPAM_advice: 'Check the campaign before you send, and start with people who opened recently.',
    RELAYING: 'Relaying refused',
    RELAYING_advice: 'Your mail server does not send for you. Check the login of your transport.',
    unknown: 'Another cause',
    unknown_advice: 'The response of the mail server says more.',
  },
  de: {
    BLOCKED: 'Auf einer Sperrliste',
    BLOCKED_advice:
      'Ihr Server oder Ihre Domain steht auf einer Sperrliste. Beheben Sie den Grund, und bitten Sie dann um Löschung.',
    AUTHENTICATION: 'Authentifizierung fehlgeschlagen',
    AUTHENTICATION_advice:
      'SPF, DKIM oder DMARC schlug fehl. Vervollständigen Sie die DNS-Einträge Ihrer Versanddomain.',
    POLICY: 'Gegen die Richtlinie des Servers',
    POLICY_advice: 'Dieser Server hat eigene Regeln für Absender. Seine Antwort nennt die zutreffende.',
    RATE: 'Zu schnell',
    RATE_advice: 'Sie haben in kurzer Zeit zu viel gesendet. Begrenzen Sie den Versandweg für diese Domain.',
    SPAM: 'Für Spam gehalten',
    SPAM_advice: 'Prüfen Sie die Kampagne vor dem Senden, und beginnen Sie mit Personen, die zuletzt geöffnet haben.',
    RELAYING: 'Weiterleitung verweigert',
    RELAYING_advice: 'Ihr Mailserver sendet nicht für Sie. Prüfen Sie die Anmeldung Ihres Versandwegs.',
    unknown: 'Andere Ursache',
    unknown_advice: 'Mehr sagt die Antwort des Mailservers.',
  },
});
