import { defineTexts } from '../../texts/define-texts.ts';

export const useTagsText = defineTexts('listTags', {
  en: {
    create: 'New tag',
    rename: 'Rename',
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
