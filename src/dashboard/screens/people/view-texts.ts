import { defineTexts } from '../../texts/define-texts.ts';

export const useViewText = defineTexts('peopleViews', {
  en: {
    views: 'Views',
    save: 'Save view',
    saveChanges: 'Save changes to {{name}}',
    rename: 'Rename {{name}}',
    renameView: 'Rename view',
    delete: 'Delete {{name}}',
    deleteView: 'Delete view',
    deleteHint: 'The view disappears for the whole team. The people stay.',
    name: 'Name',
    hint: 'A view saves the list, filters, sort order and columns for your team.',
    none: 'No views yet',
  },
  de: {
    views: 'Ansichten',
    save: 'Ansicht speichern',
    saveChanges: 'Änderungen an {{name}} speichern',
    rename: '{{name}} umbenennen',
    renameView: 'Ansicht umbenennen',
    delete: '{{name}} löschen',
    deleteView: 'Ansicht löschen',
    deleteHint: 'Die Ansicht verschwindet für das ganze Team. Die Personen bleiben.',
    name: 'Name',
    hint: 'Eine Ansicht speichert Liste, Filter, Reihenfolge und Spalten für Ihr Team.',
    none: 'Noch keine Ansichten',
  },
});
