import { defineTexts } from '../texts/define-texts.ts';

export const useStateText = defineTexts('states', {
  en: {
    loading: 'Loading',
    again: 'Try again',
    signedOut: 'You are not signed in any more.',
    forbidden: 'Your role does not allow this.',
    forbiddenMore: 'Ask an owner of the team if you need it.',
    unreachable: 'The server does not answer.',
    refused: 'The server refused this.',
    fault: 'Something went wrong.',
    notFound: 'There is nothing here.',
    notFoundMore: 'It may have been deleted, or it belongs to another team.',
    readOnly: 'You may look, but not change anything.',
  },
  de: {
    loading: 'Wird geladen',
    again: 'Noch einmal versuchen',
    signedOut: 'Sie sind nicht mehr angemeldet.',
    forbidden: 'Ihre Rolle erlaubt das nicht.',
    forbiddenMore: 'Fragen Sie einen Inhaber des Teams, wenn Sie es brauchen.',
    unreachable: 'Der Server antwortet nicht.',
    refused: 'Der Server hat das abgelehnt.',
    fault: 'Etwas ist schiefgegangen.',
    notFound: 'Hier ist nichts.',
    notFoundMore: 'Es wurde vielleicht gelöscht oder gehört einem anderen Team.',
    readOnly: 'Sie können alles ansehen, aber nichts ändern.',
  },
});
