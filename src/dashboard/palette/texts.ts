import { defineTexts } from '../texts/define-texts.ts';

export const usePaletteText = defineTexts('palette', {
  en: {
    screens: 'Screens',
    actions: 'Actions',
    newCampaign: 'Create campaign',
    newSegment: 'Create segment',
    newTemplate: 'Create template',
    newImport: 'Import file',
    sendMail: 'Send transactional e-mail',
    person: 'Person {{email}}',
    onList: 'List {{name}}',
    looking: 'Searching …',
    nothing: 'No results',
  },
  de: {
    screens: 'Bereiche',
    actions: 'Aktionen',
    newCampaign: 'Kampagne anlegen',
    newSegment: 'Segment anlegen',
    newTemplate: 'Vorlage anlegen',
    newImport: 'Datei importieren',
    sendMail: 'Transaktionale E-Mail senden',
    person: 'Person {{email}}',
    onList: 'Liste {{name}}',
    looking: 'Suche läuft …',
    nothing: 'Keine Ergebnisse',
  },
});
