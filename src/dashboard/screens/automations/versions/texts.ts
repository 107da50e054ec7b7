import { defineTexts } from '../../../texts/define-texts.ts';

export const useVersionText = defineTexts('automation-versions', {
  en: {
    version: 'Version {{version}}',
    current: 'Used for new people',
    since: 'since {{when}}',
    inProgress_one: '{{count, number}} person in progress on this version',
    inProgress_other: '{{count, number}} people in progress on this version',
    first: 'First version',
    show: 'Show steps',
    hide: 'Hide steps',
  },
  de: {
    version: 'Version {{version}}',
    current: 'Gilt für neue Personen',
    since: 'seit {{when}}',
    inProgress_one: '{{count, number}} Person im Ablauf in dieser Version',
    inProgress_other: '{{count, number}} Personen im Ablauf in dieser Version',
    first: 'Erste Version',
    show: 'Schritte anzeigen',
    hide: 'Schritte ausblenden',
  },
});
