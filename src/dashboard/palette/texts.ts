import { defineTexts } from '../texts/define-texts.ts';

export const usePaletteText = defineTexts('palette', {
  en: {
    screens: 'Screens',
    actions: 'Actions',
    createCampaign: 'Create campaign',
    createSegment: 'Create segment',
    createTemplate: 'Create template',
    importFile: 'Import file',
    sendMail: 'Send transactional e-mail',
    person: 'Person {{email}}',
    list: 'List {{name}}',
    searching: 'Searching …',
    noResults: 'No results',
  },
  de: {
    screens: 'Bereiche',
    actions: 'Aktionen',
    createCampaign: 'Kampagne anlegen',
    createSegment: 'Segment anlegen',
    createTemplate: 'Vorlage anlegen',
    importFile: 'Datei importieren',
    sendMail: 'Transaktionale E-Mail senden',
    person: 'Person {{email}}',
    list: 'Liste {{name}}',
    searching: 'Suche läuft …',
    noResults: 'Keine Ergebnisse',
  },
});
