import { defineTexts } from '../../texts/define-texts.ts';

export const useViewText = defineTexts('peopleViews', {
  en: {
    views: 'Views',
    save: 'Save view',
    delete: 'Delete {{name}}',
    name: 'Name',
    hint: 'A view saves the list, filters, sort order and columns in this browser.',
  },
  de: {
    views: 'Ansichten',
    save: 'Ansicht speichern',
    delete: '{{name}} löschen',
    name: 'Name',
    hint: 'Eine Ansicht merkt sich Liste, Filter, Reihenfolge und Spalten. Dieser Browser speichert sie.',
  },
});
