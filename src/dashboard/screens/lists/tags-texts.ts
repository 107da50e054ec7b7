import { defineTexts } from '../../texts/define-texts.ts';

export const useTagsText = defineTexts('listTags', {
  en: {
    create: 'Create tag',
    rename: 'Rename',
    merge: 'Merge',
    mergeTitle: 'Merge tag',
    mergeHint:
      'Everyone with {{name}} gets the other tag instead, on all lists, and {{name}} is deleted. This does not start automations. Segments, forms and automations that use {{name}} are not changed. This can’t be undone.',
    mergeInto: 'Merge into',
    typeToConfirm: 'Type the name of the tag to delete',
    search: 'Search',
    name: 'Name',
    people: 'People',
    noTags: 'No tags yet',
    noMatches: 'No matching tags',
    noTagsHint: 'A tag is a label for people. Create one here, or type a new one on a person or in an import.',
    createFirst: 'Create your first tag',
    delete: 'Delete tag',
    deleteHint: 'The tag is removed from everyone, on all lists.',
  },
  de: {
    create: 'Tag anlegen',
    rename: 'Umbenennen',
    merge: 'Zusammenführen',
    mergeTitle: 'Tag zusammenführen',
    mergeHint:
      'Alle Personen mit {{name}} erhalten auf allen Listen stattdessen den anderen Tag, und {{name}} wird gelöscht. Dadurch startet keine Automation. Segmente, Formulare und Automationen mit {{name}} bleiben unverändert. Das lässt sich nicht rückgängig machen.',
    mergeInto: 'Zusammenführen mit',
    typeToConfirm: 'Namen des zu löschenden Tags eingeben',
    search: 'Suche',
    name: 'Name',
    people: 'Personen',
    noTags: 'Noch keine Tags',
    noMatches: 'Keine passenden Tags',
    noTagsHint:
      'Ein Tag ist ein Etikett für Personen. Legen Sie hier einen an, oder vergeben Sie einen neuen bei einer Person oder einem Import.',
    createFirst: 'Ersten Tag anlegen',
    delete: 'Tag löschen',
    deleteHint: 'Der Tag wird auf allen Listen von allen Personen entfernt.',
  },
});
