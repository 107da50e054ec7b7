/** The most names in the reason: a message with more lacks its data altogether. */
const MOST_NAMED = 10;

/** Why a strict message is not sent. `names`: the full paths of variables without a value. */
export function missingReason(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const named = `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
  return names.length === 1
    ? `The variable ${named} has no value, and the e-mail is strict.`
    : `These variables have no value, and the e-mail is strict: ${named}.`;
}
