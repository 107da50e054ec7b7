/** Objects whose names in code are no English. */
const TERMS: Readonly<Record<string, string>> = {
  'api token': 'API token',
  media: 'image',
  'transactional mail': 'transactional e-mail',
};

/** The name of a type or field as words of a sentence: `sendingDomain` → "sending domain". */
export const wordsOf = (name: string): string => {
  const words = name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  return TERMS[words] ?? words;
};
