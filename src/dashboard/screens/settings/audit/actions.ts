import type { AuditAction } from '../../../../generated/dashboard/audit.ts';
import { ACTION_LABELS } from '../../../../generated/dashboard/audit-actions.ts';

/** An action as REST and the addresses of this dashboard write it. */
export type Action = keyof typeof ACTION_LABELS.en;

export const ACTIONS = Object.keys(ACTION_LABELS.en) as Action[];

/** `campaign.sent` is CAMPAIGN_SENT in GraphQL. */
type NameOf<Text extends string> = Text extends `${infer Type}.${infer Verb}`
  ? `${Uppercase<Type>}_${Uppercase<Verb>}`
  : never;

/** The action's name in GraphQL. */
export const nameOf = (action: Action): AuditAction => action.toUpperCase().replace('.', '_') as NameOf<Action>; // the standard library types this as any text
