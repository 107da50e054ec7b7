import { useTranslation } from 'react-i18next';
import { ACTION_LABELS } from '../../../../generated/dashboard/audit-actions.ts';
import { defineTexts } from '../../../texts/define-texts.ts';

const useActionText = defineTexts('settings-audit-actions', ACTION_LABELS);

type Action = keyof typeof ACTION_LABELS.en;

const ALL = Object.keys(ACTION_LABELS.en) as Action[];

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

const isKnown = (action: string): action is Action => Object.hasOwn(ACTION_LABELS.en, action);
