import { defineTexts } from '../../../texts/define-texts.ts';

export const useProviderText = defineTexts('settings-providers', {
  en: {
    provider: 'Provider',
    ownServer: 'Own server',
    region: 'Region',
    ses: 'In the SES console, open “SMTP settings” and create SMTP credentials. They differ from your access keys.',
    postmark: 'Use the server API token as user name and as password. You find it under your server → API Tokens.',
    mailgun:
      'In Mailgun, open Sending → Domain settings → SMTP credentials. The user name is an address of your domain.',
    sendgrid: 'The user name is always “apikey”. The password is an API key with the permission “Mail Send”.',
    brevo: 'In Brevo, open SMTP & API. Use the login shown there, and an SMTP key as password.',
    resend: 'The user name is always “resend”. The password is an API key.',
    own: 'Enter the host and the login of your mail server.',
  },
  de: {
    provider: 'Anbieter',
    ownServer: 'Eigener Server',
    region: 'Region',
    ses: 'Öffnen Sie in der SES-Konsole „SMTP settings“ und legen Sie SMTP-Zugangsdaten an. Es sind nicht Ihre Zugriffsschlüssel.',
    postmark:
      'Der Server-API-Token ist Benutzername und Passwort zugleich. Er steht bei Ihrem Server unter „API Tokens“.',
    mailgun:
      'Öffnen Sie in Mailgun „Sending“ → „Domain settings“ → „SMTP credentials“. Der Benutzername ist eine Adresse Ihrer Domain.',
    sendgrid:
      'Der Benutzername ist immer „apikey“. Das Passwort ist ein API-Schlüssel mit der Berechtigung „Mail Send“.',
    brevo: 'Öffnen Sie in Brevo „SMTP & API“. Verwenden Sie das Login von dort und einen SMTP-Schlüssel als Passwort.',
    resend: 'Der Benutzername ist immer „resend“. Das Passwort ist ein API-Schlüssel.',
    own: 'Geben Sie den Host und den Zugang Ihres Mailservers ein.',
  },
});
