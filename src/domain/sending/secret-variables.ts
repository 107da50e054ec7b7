import type { TransactionalMail } from '../../generated/prisma/client.ts';

/** Shown instead of the value of a secret variable. */
const MASK = '•••';

type WithSecrets = Pick<TransactionalMail, 'variables' | 'secretVariables'>;

/** The variables of a mail, without the secret ones. */
export function shownVariables({ variables, secretVariables }: WithSecrets): Record<string, unknown> {
  const secret = new Set(secretVariables);
  return Object.fromEntries(Object.entries(variables as object).filter(([name]) => !secret.has(name)));
}

/** The variables of a mail with secret ones masked, to render it for anyone but its recipients. */
export const maskedVariables = (mail: WithSecrets): Record<string, unknown> => ({
  ...(mail.variables as object),
  ...Object.fromEntries(mail.secretVariables.map((name) => [name, MASK])),
});
