import { useTranslation } from 'react-i18next';
import type { AuditAction } from '../../../../generated/dashboard/audit.ts';
import { ACTION_LABELS } from '../../../../generated/dashboard/audit-actions.ts';
import { defineTexts } from '../../../texts/define-texts.ts';
import { ACTIONS, type Action, nameOf } from './actions.ts';
import { useAuditText } from './texts.ts';

const useActionText = defineTexts('settings-audit-actions', ACTION_LABELS);

const BY_NAME: ReadonlyMap<string, Action> = new Map(ACTIONS.map((action) => [nameOf(action), action]));

/** The actions of the audit log in words. */
export function useActions() {
  const t = useActionText();
  const unknown = useAuditText()('unknownAction');
  const { compare } = new Intl.Collator(useTranslation().i18n.language);
  return {
    /** An action in words. The page may be older than the server, and the server older than the one that acted. */
    actionLabel: (name: AuditAction): string => {
      const action = BY_NAME.get(name);
      return action ? t(action) : unknown;
    },
    /** All actions in alphabetical order. */
    choices: ACTIONS.map((action) => ({ value: action, label: t(action) })).sort((one, other) =>
      compare(one.label, other.label),
    ),
  };
}
