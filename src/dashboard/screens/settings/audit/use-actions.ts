import { useTranslation } from 'react-i18next';
import { defineTexts } from '../../../texts/define-texts.ts';
import { ACTION_WORDS } from './action-words.ts';

const useActionText = defineTexts('settings-audit-actions', ACTION_WORDS);

type Action = keyof typeof ACTION_WORDS.en;

const ALL = Object.keys(ACTION_WORDS.en) as Action[];

/** The actions of the audit log in words. */
export function useActions() {
  const t = useActionText();
  const { compare } = new Intl.Collator(useTranslation().i18n.language);
  const optionOf = (action: Action) => ({ value: action, label: t(action) });
  return {
    /** An action in words. One that this page does not know, because the server is newer, is said as it is. */
    actionLabel: (action: string): string => (isKnown(action) ? t(action) : action),
    /** All actions in alphabetical order, including the chosen one even if it is unknown. */
    choices: (chosen: string | undefined): { value: string; label: string }[] => [
      ...(chosen === undefined || isKnown(chosen) ? [] : [{ value: chosen, label: chosen }]),
      ...ALL.map(optionOf).sort((one, other) => compare(one.label, other.label)),
    ],
  };
}

const isKnown = (action: string): action is Action => Object.hasOwn(ACTION_WORDS.en, action);
