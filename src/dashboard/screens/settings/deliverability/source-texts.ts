import { defineTexts } from '../../../texts/define-texts.ts';

export const useSourceText = defineTexts('settings-feedback-sources', {
  en: {
    sources: 'Feedback sources',
    noSources:
      'Do you send through Amazon SES, Postmark, Mailgun or SendGrid? Add it here, and its bounces, complaints and unsubscribes count.',
    addSource: 'Add feedback source',
    name: 'Name',
    nameOptional: 'Name (optional)',
    provider: 'Mail provider',
    lastReport: 'Last report',
    noReport: 'None yet',
    SES: 'Amazon SES',
    POSTMARK: 'Postmark',
    MAILGUN: 'Mailgun',
    SENDGRID: 'SendGrid',
    GENERIC: 'Your own program',
    SES_secret: 'ARN of the SNS topic',
    MAILGUN_secret: 'Webhook signing key',
    SENDGRID_secret: 'Verification key',
    url: 'URL for reports',
    secret: 'Secret',
    SES_next:
      'Subscribe this URL to the SNS topic, without raw delivery. We confirm the subscription. Let SES include the original headers.',
    POSTMARK_next:
      'Add this URL as a webhook at Postmark, for bounces, spam complaints and subscription changes. It contains the password.',
    MAILGUN_next:
      'Add this URL as a webhook at Mailgun, for permanent and temporary failures, complaints and unsubscribes.',
    SENDGRID_next:
      'Enter this URL as an event webhook at SendGrid, for bounces, deferred and dropped messages, spam reports and unsubscribes.',
    GENERIC_next: 'Your program posts JSON to this URL, and signs it with the secret by Standard Webhooks.',
    deleteTitle: 'Delete feedback source',
    deleteWarning: 'Its URL stops accepting reports. Bounces and complaints of this provider are no longer counted.',
  },
  de: {
    sources: 'Rückmeldequellen',
    noSources:
      'Senden Sie über Amazon SES, Postmark, Mailgun oder SendGrid? Fügen Sie den Anbieter hinzu, damit seine Bounces, Beschwerden und Abmeldungen zählen.',
    addSource: 'Rückmeldequelle hinzufügen',
    name: 'Name',
    nameOptional: 'Name (optional)',
    provider: 'Mailanbieter',
    lastReport: 'Letzte Meldung',
    noReport: 'Noch keine',
    SES: 'Amazon SES',
    POSTMARK: 'Postmark',
    MAILGUN: 'Mailgun',
    SENDGRID: 'SendGrid',
    GENERIC: 'Eigenes Programm',
    SES_secret: 'ARN des SNS-Themas',
    MAILGUN_secret: 'Signaturschlüssel der Webhooks',
    SENDGRID_secret: 'Prüfschlüssel',
    url: 'URL für Meldungen',
    secret: 'Secret',
    SES_next:
      'Abonnieren Sie mit dieser URL das SNS-Thema, ohne Raw-Zustellung. Wir bestätigen das Abonnement. Lassen Sie SES die ursprünglichen Header mitsenden.',
    POSTMARK_next:
      'Tragen Sie diese URL bei Postmark als Webhook ein, für Bounces, Spam-Beschwerden und Abmeldungen. Sie enthält das Passwort.',
    MAILGUN_next:
      'Tragen Sie diese URL bei Mailgun als Webhook ein, für dauerhafte und vorübergehende Fehler, Beschwerden und Abmeldungen.',
    SENDGRID_next:
      'Tragen Sie diese URL bei SendGrid als Event-Webhook ein, für Bounces, aufgeschobene und verworfene Nachrichten, Spam-Meldungen und Abmeldungen.',
    GENERIC_next: 'Ihr Programm sendet JSON an diese URL und signiert es mit dem Secret nach Standard Webhooks.',
    deleteTitle: 'Rückmeldequelle löschen',
    deleteWarning:
      'Ihre URL nimmt keine Meldungen mehr an. Bounces und Beschwerden dieses Anbieters zählen nicht mehr.',
  },
});
