import { defineTexts } from '../texts/define-texts.ts';

/** Apart from the texts of every screen: only the list of shortcuts reads them. */
export const useKeysText = defineTexts('keys', {
  en: {
    search: 'Search and go to',
    help: 'Show these shortcuts',
    close: 'Close a dialog',
    rows: 'Next or previous person in the table',
    tick: 'Select the person',
    move: 'Move a step or block',
    save: 'Save an automation',
    undo: 'Undo in an automation',
    redo: 'Redo in an automation',
  },
  de: {
    search: 'Suchen und öffnen',
    help: 'Diese Tastenkürzel zeigen',
    close: 'Einen Dialog schließen',
    rows: 'Nächste oder vorige Person der Tabelle',
    tick: 'Person auswählen',
    move: 'Einen Schritt oder Block verschieben',
    save: 'Eine Automation speichern',
    undo: 'In einer Automation rückgängig machen',
    redo: 'In einer Automation wiederholen',
  },
});
