import { defineTexts } from '../../../texts/define-texts.ts';

export const usePausesText = defineTexts('settings-pauses', {
  en: {
    where: 'Recipients at',
    everywhere: 'All',
    transport: 'Transport',
    installation: 'Of the installation',
    reason: 'Last failure',
    failures: 'Failures',
    since: 'Since',
    until: 'Until',
    trying: 'Being tried',
    end: 'End it',
    none: 'Nothing is paused',
    noneMore: 'After several failures in a row, what goes to that provider waits a while, and shows here.',
  },
  de: {
    where: 'Empfänger bei',
    everywhere: 'Alle',
    transport: 'Versandweg',
    installation: 'Der Installation',
    reason: 'Letzter Fehler',
    failures: 'Fehler',
    since: 'Seit',
    until: 'Bis',
    trying: 'Wird versucht',
    end: 'Beenden',
    none: 'Nichts pausiert',
    noneMore: 'Nach mehreren Fehlern hintereinander wartet, was zu diesem Anbieter geht, eine Weile und steht hier.',
  },
});
