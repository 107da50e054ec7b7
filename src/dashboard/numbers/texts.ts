import { defineTexts } from '../texts/define-texts.ts';

export const useNumberText = defineTexts('numbers', {
  en: {
    number: 'Type a number such as {{example}}.',
    whole: 'Type a whole number such as {{example}}.',
    decimals: 'Type at most {{count}} decimals, such as {{example}}.',
    noNumber: '“{{typed}}” is not a number such as {{example}}.',
  },
  de: {
    number: 'Geben Sie eine Zahl wie {{example}} ein.',
    whole: 'Geben Sie eine ganze Zahl wie {{example}} ein.',
    decimals: 'Geben Sie höchstens {{count}} Nachkommastellen ein, etwa {{example}}.',
    noNumber: '„{{typed}}“ ist keine Zahl wie {{example}}.',
  },
});
