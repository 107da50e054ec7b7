/** The languages of month names in dates. */
const LANGUAGES = [
  ...['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'sk', 'hu', 'ro', 'tr', 'el', 'ru'],
  ...['uk', 'ca'],
];
/** Forms missing in Intl: four-letter English abbreviations, and common German and French ones. */
const OTHERS: Readonly<Record<string, number>> = { sept: 9, mrz: 3, maerz: 3, jänner: 1, feber: 2, juil: 7, janv: 1 };

let months: ReadonlyMap<string, number> | undefined;

/** The month (1 to 12) for a word in one of many languages, in full or shortened; undefined for other words. */
export function monthNamed(word: string): number | undefined {
  months ??= readMonths();
  return months.get(folded(word));
}

/** Without case, accents and the full stop of an abbreviation. */
const folded = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();

function readMonths(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const contradicted = new Set<string>();
  const add = (name: string, month: number) => {
    const word = folded(name);
    if (!/^\p{L}{3,}$/u.test(word)) return;
    if ((found.get(word) ?? month) !== month) contradicted.add(word);
    found.set(word, month);
  };
  for (const [name, month] of Object.entries(OTHERS)) add(name, month);
  for (const language of LANGUAGES) {
    for (const form of ['long', 'short'] as const) {
      // Many languages inflect the name beside a day: marzec, 14 marca.
      const formats = [{ month: form }, { month: form, day: 'numeric', year: 'numeric' }] as const;
      for (const parts of formats) {
        const format = new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month += 1) {
          const written = format.formatToParts(Date.UTC(2026, month - 1, 14)).find(({ type }) => type === 'month');
          if (written) add(written.value, month);
        }
      }
    }
  }
  // A word for different months in two languages is ambiguous.
  for (const word of contradicted) found.delete(word);
  return found;
}
