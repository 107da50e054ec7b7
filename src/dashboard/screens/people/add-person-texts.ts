import { defineTexts } from '../../texts/define-texts.ts';

export const useAddPersonText = defineTexts('addPerson', {
  en: {
    title: 'Add person',
    add: 'Add person',
    email: 'E-mail address',
    firstName: 'First name',
    lastName: 'Last name',
    list: 'List',
    tags: 'Tags',
    confirmed: 'This person has already confirmed',
    confirmedHint: 'For example on paper. No confirmation e-mail is sent.',
    doubleOptIn:
      'This list uses double opt-in: the person gets a confirmation e-mail and is subscribed once they confirm.',
    pasteMany: 'Paste many people instead',
    SUBSCRIBED: '{{email}} is subscribed to {{list}}.',
    UNCONFIRMED: '{{email}} was added to {{list}} and must confirm.',
    hasLeft: 'This person has unsubscribed, or their e-mails have bounced.',
    resubscribe: 'They asked to be subscribed again',
    known: '{{email}} was already on {{list}} and has been updated.',
  },
  de: {
    title: 'Person hinzufügen',
    add: 'Person hinzufügen',
    email: 'E-Mail-Adresse',
    firstName: 'Vorname',
    lastName: 'Nachname',
    list: 'Liste',
    tags: 'Tags',
    confirmed: 'Diese Person hat bereits zugestimmt',
    confirmedHint: 'Zum Beispiel auf Papier. Es wird keine Bestätigungs-E-Mail gesendet.',
    doubleOptIn:
      'Diese Liste verlangt eine Bestätigung: Die Person erhält eine E-Mail und ist angemeldet, sobald sie bestätigt.',
    pasteMany: 'Stattdessen viele Personen einfügen',
    SUBSCRIBED: '{{email}} ist bei {{list}} angemeldet.',
    UNCONFIRMED: '{{email}} wurde zu {{list}} hinzugefügt und muss noch bestätigen.',
    hasLeft: 'Diese Person hat sich abgemeldet, oder E-Mails an sie waren unzustellbar.',
    resubscribe: 'Sie hat darum gebeten, wieder angemeldet zu werden',
    known: '{{email}} war bereits auf {{list}} und wurde aktualisiert.',
  },
});
