import { type PatternWords, wordsBy } from './pattern-words.ts';

/** The server's frequent problems, and how they read in German. */
const PROBLEMS: PatternWords = [
  [/^is required, because the team has no default sender\.$/, 'Pflichtfeld: Das Team hat keinen Standardabsender.'],
  [/^is required\b.*$/, 'Pflichtfeld.'],
  [/^must not be blank\.$/, 'Darf nicht leer sein.'],
  [/^has already been taken\.$/, 'Bereits vergeben.'],
  [/^must be a valid email address\.$/, 'Keine gültige E-Mail-Adresse.'],
  [/^must be a valid time zone\.$/, 'Keine gültige Zeitzone.'],
  [/^must not be greater than ([\d.,]+) characters\.$/, 'Höchstens $1 Zeichen.'],
  [/^must be at least ([\d.,]+) characters\.$/, 'Mindestens $1 Zeichen.'],
  [/^must be between ([\d.,]+) and ([\d.,]+)\.$/, 'Muss zwischen $1 und $2 liegen.'],
  [/^must not be greater than ([\d.,]+)\.$/, 'Darf höchstens $1 sein.'],
  [/^must be at least ([\d.,]+)\.$/, 'Muss mindestens $1 sein.'],
  [/^must be a whole number\.$/, 'Muss eine ganze Zahl sein.'],
  [/^must be a number\.$/, 'Muss eine Zahl sein.'],
  [/^must be in the future\.$/, 'Muss in der Zukunft liegen.'],
  [/^must not be in the past\.$/, 'Darf nicht in der Vergangenheit liegen.'],
  [/^must be within a year\.$/, 'Muss innerhalb eines Jahres liegen.'],
  [/^must begin with https:\/\/\.$/, 'Muss mit https:// beginnen.'],
  [/^must be a public address\b.*$|^must be public\b.*$/, 'Muss öffentlich erreichbar sein.'],
  [/^must be the id of .*$|^must be the (?:name|key) of .*$/, 'Existiert nicht (mehr).'],
];

/** The words for a code, where a problem has none of its own. `$1`: the problem, as the server wrote it. */
export const BY_CODE: Readonly<Record<string, string>> = {
  REQUIRED: 'Pflichtfeld.',
  BLANK: 'Darf nicht leer sein.',
  TYPE: 'Hat eine andere Art von Wert ($1)',
  FORMAT: 'Hat nicht die richtige Form ($1)',
  CHOICE: 'Ist keiner der möglichen Werte ($1)',
  TOO_LONG: 'Ist zu lang ($1)',
  TOO_SHORT: 'Ist zu kurz ($1)',
  TOO_MANY: 'Sind zu viele ($1)',
  TOO_FEW: 'Sind zu wenige ($1)',
  TOO_SMALL: 'Ist zu klein oder zu früh ($1)',
  TOO_LARGE: 'Ist zu groß oder zu spät ($1)',
  RANGE: 'Liegt außerhalb des möglichen Bereichs ($1)',
  TAKEN: 'Bereits vergeben ($1)',
  NOT_FOUND: 'Existiert nicht (mehr).',
  UNKNOWN_KEY: 'Ist hier unbekannt ($1)',
  EXCLUDED: 'Passt nicht zu den anderen Angaben ($1)',
  INVALID: '$1',
};

/** The German words for a problem. Undefined for an unknown code, and for a problem that is a sentence. */
export function inGerman(problem: string, code: string): string | undefined {
  if (/^[A-Z]/.test(problem)) return undefined;
  return wordsBy(PROBLEMS, problem) ?? BY_CODE[code]?.replace('$1', () => problem);
}

const KEYS: Readonly<Record<string, string>> = {
  at: 'Zeitpunkt',
  content: 'Inhalt',
  domain: 'Domain',
  email: 'E-Mail-Adresse',
  event: 'Ereignis',
  field: 'Feld',
  from: 'Absender',
  fromEmail: 'Absenderadresse',
  fromName: 'Absendername',
  host: 'Server',
  name: 'Name',
  property: 'Eigenschaft',
  segment: 'Segment',
  subject: 'Betreff',
  template: 'Vorlage',
  timezone: 'Zeitzone',
  url: 'URL',
  value: 'Wert',
};

/** The German word for a key of the API, for the frequent ones. */
export const keyInGerman = (key: string): string | undefined => KEYS[key];
