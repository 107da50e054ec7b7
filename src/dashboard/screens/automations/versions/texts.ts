import { defineTexts } from '../../../texts/define-texts.ts';

export const useVersionText = defineTexts('automation-versions', {
  en: {
    version: 'Version {{version}}',
    current: 'Who comes now follows it',
    since: 'since {{when}}',
    walking_one: '{{count, number}} person is on the way by it',
    walking_other: '{{count, number}} people are on the way by it',
    first: 'The first one.',
    show: 'Show its steps',
    hide: 'Hide its steps',
  },
  de: {
    version: 'Version {{version}}',
    current: 'Wer jetzt kommt, folgt ihr',
    since: 'seit {{when}}',
    walking_one: '{{count, number}} Person ist nach ihr unterwegs',
    walking_other: '{{count, number}} Personen sind nach ihr unterwegs',
    first: 'Die erste.',
    show: 'Ihre Schritte zeigen',
    hide: 'Ihre Schritte ausblenden',
  },
});
