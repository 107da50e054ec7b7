import type { TransactionalMail } from '../../generated/prisma/client.ts';

/** Stands wherever the value of a secret variable would be shown. */
const MASK = '•••';

type WithSecrets = Pick<TransactionalMail, 'variables' | 'secretVariables'>;

/** The variables of a mail without those that are secret. */
export function shownVariables({ variables, secretVariables }: WithSecrets): Record<string, unknown> {
  const secret = new Set(secretVariables);
  return Object.fromEntries(Object.entries(variables as object).filter(([name]) => !secret.has(name)));
}

/** The variables of a mail to render it for anybody but its recipients: with a mask for each that is secret. */
export const maskedVariables = (mail: WithSecrets): Record<string, unknown> => ({
  ...(mail.variables as object),
  ...Object.fromEntries(mail.secretVariables.map((name) => [name, MASK])),
});
