import { defineTexts } from '../texts/define-texts.ts';

export const usePaletteText = defineTexts('palette', {
  en: {
    screens: 'Screens',
    actions: 'Actions',
    newCampaign: 'New campaign',
    newSegment: 'New segment',
    newTemplate: 'New template',
    newImport: 'New import',
    sendMail: 'Send a transactional e-mail',
    person: 'Person {{email}}',
    onList: 'List {{name}}',
    looking: 'Searching …',
    nothing: 'Nothing is called that',
  },
  de: {
    screens: 'Bereiche',
    actions: 'Aktionen',
    newCampaign: 'Neue Kampagne',
    newSegment: 'Neues Segment',
    newTemplate: 'Neue Vorlage',
    newImport: 'Neuer Import',
    sendMail: 'Eine transaktionale E-Mail senden',
    person: 'Person {{email}}',
    onList: 'Liste {{name}}',
    looking: 'Wird gesucht …',
    nothing: 'So heißt nichts',
  },
});
