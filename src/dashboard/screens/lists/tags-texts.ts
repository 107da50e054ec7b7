import { defineTexts } from '../../texts/define-texts.ts';

export const useTagsText = defineTexts('listTags', {
  en: {
    create: 'Create tag',
    rename: 'Rename',
    merge: 'Merge',
    mergeTitle: 'Merge tag',
    mergeMore:
      'Everyone with {{name}} gets the other tag instead, on all lists, and {{name}} is deleted. This starts no automations. Segments, forms and automations that use {{name}} are not changed. It cannot be undone.',
    into: 'Merge into',
    typeGoing: 'Type the name of the tag to delete',
    search: 'Search',
    name: 'Name',
    count: 'People',
    none: 'No tags yet',
    noneFits: 'No matching tags',
    noneMore: 'A tag is a label for people. Create one here, or type a new one on a person or in an import.',
    createFirst: 'Create your first tag',
    delete: 'Delete tag',
    deleteMore: 'The tag is removed from everyone, on all lists.',
  },
  de: {
    create: 'Tag anlegen',
    rename: 'Umbenennen',
    merge: 'Zusammenführen',
    mergeTitle: 'Tag zusammenführen',
    mergeMore:
      'Alle Personen mit {{name}} erhalten auf allen Listen stattdessen den anderen Tag, und {{name}} wird gelöscht. Dadurch startet keine Automation. Segmente, Formulare und Automationen mit {{name}} bleiben unverändert. Das lässt sich nicht rückgängig machen.',
    into: 'Zusammenführen mit',
    typeGoing: 'Namen des zu löschenden Tags eingeben',
    search: 'Suche',
    name: 'Name',
    count: 'Personen',
    none: 'Noch keine Tags',
    noneFits: 'Keine passenden Tags',
    noneMore:
      'Ein Tag ist ein Etikett für Personen. Legen Sie hier einen an, oder vergeben Sie einen neuen bei einer Person oder einem Import.',
    createFirst: 'Ersten Tag anlegen',
    delete: 'Tag löschen',
    deleteMore: 'Der Tag wird auf allen Listen von allen Personen entfernt.',
  },
});
