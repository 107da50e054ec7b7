import { defineTexts } from '../../texts/define-texts.ts';

export const useColumnText = defineTexts('peopleColumns', {
  en: {
    columns: 'Columns',
    name: 'Name',
    lists: 'Lists',
    status: 'Status',
    tags: 'Tags',
    added: 'Added',
    language: 'Language',
    timezone: 'Time zone',
    onNoList: 'No list',
    listWithStatus: '{{list}}: {{status}}',
    yes: 'Yes',
    no: 'No',
  },
  de: {
    columns: 'Spalten',
    name: 'Name',
    lists: 'Listen',
    status: 'Status',
    tags: 'Tags',
    added: 'Hinzugefügt',
    language: 'Sprache',
    timezone: 'Zeitzone',
    onNoList: 'Keine Liste',
    listWithStatus: '{{list}}: {{status}}',
    yes: 'Ja',
    no: 'Nein',
  },
});
