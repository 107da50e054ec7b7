import { defineTexts } from '../texts/define-texts.ts';

export const useNumberText = defineTexts('numbers', {
  en: {
    number: 'Enter a number, such as {{example}}.',
    whole: 'Enter a whole number, such as {{example}}.',
    decimals: 'Use at most {{count}} decimals, such as {{example}}.',
    notANumber: '“{{typed}}” is not a number. Enter one such as {{example}}.',
  },
  de: {
    number: 'Geben Sie eine Zahl ein, zum Beispiel {{example}}.',
    whole: 'Geben Sie eine ganze Zahl ein, zum Beispiel {{example}}.',
    decimals: 'Höchstens {{count}} Nachkommastellen, zum Beispiel {{example}}.',
    notANumber: '„{{typed}}“ ist keine Zahl. Geben Sie eine ein, zum Beispiel {{example}}.',
  },
});
