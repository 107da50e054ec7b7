import i18next from 'i18next';

/** A refused value, as the API reports it (docs/api.md#error-codes). */
export interface Issue {
  path: readonly (string | number)[];
  /** A whole sentence that names the field as the API calls it. */
  message: string;
  /** The end of a sentence: "must be a valid email address." */
  problem: string;
  code: string;
}

type German = typeof import('./issue-words-de.ts');

/** The words of German, which other readers need not load. Undefined until they are there. */
let german: German | undefined;

const load = async (language: string): Promise<void> => {
  if (language === 'de') german ??= await import('./issue-words-de.ts');
};
void load(i18next.language);
i18next.on('languageChanged', load);

const isGerman = (): boolean => german !== undefined && i18next.language === 'de';

/** Some problems are whole sentences that name their object themselves. */
const isSentence = (problem: string): boolean => /^[A-Z]/.test(problem);

const inEnglish = (problem: string): string =>
  capital(problem.replace(/^is required/, 'required').replace(/^has already been taken/, 'already in use'));

const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

/** What is wrong, for a place beside the field, where its label is seen. In the chosen language, as far as that has words for it. */
export const wordsOf = ({ problem, code }: Issue): string =>
  isGerman() ? (german?.inGerman(problem, code) ?? inEnglish(problem)) : inEnglish(problem);

/** What is wrong with which field, for a place without a label: "Value: required." */
export function labelledWordsOf(issue: Issue): string {
  const key = issue.path.findLast((part) => typeof part === 'string');
  if (key === undefined || isSentence(issue.problem)) return wordsOf(issue);
  const words = wordsOf(issue);
  return `${labelOf(key)}: ${isGerman() ? words : words.replace(/^./, (letter) => letter.toLowerCase())}`;
}

/** A key of the API in words: `fromEmail` is "From email". */
const labelOf = (key: string): string =>
  (isGerman() ? german?.keyInGerman(key) : undefined) ??
  capital(key.replace(/_/g, ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
