import { defineTexts } from '../texts/define-texts.ts';

export const useSampleDataText = defineTexts('sampleData', {
  en: {
    title: 'Sample data',
    offer: 'Look around with an invented bakery: people, campaigns, results and orders. No e-mail is sent.',
    load: 'Load sample data',
    loaded_one: 'This team has sample data: {{count, number}} invented person with campaigns, results and orders.',
    loaded_other: 'This team has sample data: {{count, number}} invented people with campaigns, results and orders.',
    remove: 'Remove sample data',
    warning:
      'Removes the sample people with their campaigns, results and orders. Your own people, lists, e-mails and automations stay.',
    people_one: '{{count, number}} sample person',
    people_other: '{{count, number}} sample people',
    removed: 'The sample data is removed.',
    keptLists: 'These sample lists stay because you use them: {{names}}.',
    keptTemplates: 'These sample templates stay because you use or changed them: {{names}}.',
  },
  de: {
    title: 'Beispieldaten',
    offer:
      'Sehen Sie sich mit einer erfundenen Bäckerei um: Personen, Kampagnen, Ergebnisse und Bestellungen. Keine E-Mail wird gesendet.',
    load: 'Beispieldaten laden',
    loaded_one:
      'Dieses Team hat Beispieldaten: {{count, number}} erfundene Person mit Kampagnen, Ergebnissen und Bestellungen.',
    loaded_other:
      'Dieses Team hat Beispieldaten: {{count, number}} erfundene Personen mit Kampagnen, Ergebnissen und Bestellungen.',
    remove: 'Beispieldaten entfernen',
    warning:
      'Entfernt die Beispielpersonen mit ihren Kampagnen, Ergebnissen und Bestellungen. Ihre eigenen Personen, Listen, E-Mails und Automationen bleiben.',
    people_one: '{{count, number}} Beispielperson',
    people_other: '{{count, number}} Beispielpersonen',
    removed: 'Die Beispieldaten sind entfernt.',
    keptLists: 'Diese Beispiellisten bleiben, weil Sie sie verwenden: {{names}}.',
    keptTemplates: 'Diese Beispielvorlagen bleiben, weil Sie sie verwenden oder geändert haben: {{names}}.',
  },
});
