import { defineTexts } from '../../texts/define-texts.ts';

export const useTagsText = defineTexts('listTags', {
  en: {
    create: 'New tag',
    rename: 'Rename',
    merge: 'Merge',
    mergeTitle: 'Merge into another tag',
    mergeMore:
      'Everybody who has {{name}} gets the other tag instead, on all lists, and {{name}} is deleted. No automation starts by it. Segments, forms and automations that name {{name}} are not changed. This cannot be undone.',
    into: 'The tag that stays',
    typeGoing: 'Type the name of the tag that goes',
    search: 'Search',
    name: 'Name',
    count: 'People',
    none: 'There is no tag yet',
    noneFits: 'No tag fits',
    noneMore: 'A tag is a word put on people. It exists once somebody has it.',
    delete: 'Delete the tag',
    deleteMore: 'Everybody who has it loses it, on all lists.',
  },
  de: {
    create: 'Neuer Tag',
    rename: 'Umbenennen',
    merge: 'Zusammenführen',
    mergeTitle: 'Mit einem anderen Tag zusammenführen',
    mergeMore:
      'Alle, die {{name}} tragen, bekommen stattdessen den anderen Tag, auf allen Listen, und {{name}} wird gelöscht. Keine Automation beginnt dadurch. Segmente, Formulare und Automationen, die {{name}} nennen, bleiben, wie sie sind. Das lässt sich nicht rückgängig machen.',
    into: 'Der Tag, der bleibt',
    typeGoing: 'Geben Sie den Namen des Tags ein, der wegfällt',
    search: 'Suche',
    name: 'Name',
    count: 'Personen',
    none: 'Es gibt noch keinen Tag',
    noneFits: 'Kein Tag passt',
    noneMore: 'Ein Tag ist ein Wort, das Personen tragen. Es gibt ihn, sobald ihn jemand trägt.',
    delete: 'Tag löschen',
    deleteMore: 'Alle verlieren ihn, auf allen Listen.',
  },
});
