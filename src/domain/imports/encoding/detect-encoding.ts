import { setImmediate as breathe } from 'node:timers/promises';
import chardet from 'chardet';
import { BY_LIBRARY, CANDIDATES, type Candidate } from './candidates.ts';
import { textIn } from './decoders.ts';
import type { Encoding } from './encodings.ts';
import { letterModel } from './letter-model.ts';
import { scoreWord } from './score-words.ts';

/** A possible encoding of a file, with sample texts. */
export interface Reading {
  encoding: Encoding;
  samples: string[];
}

/** The detection result for a file that does not state its encoding. */
export interface Detected extends Reading {
  /** Other readings that are almost as likely, the likeliest first. None if the detection is certain. */
  others: Reading[];
}

/** The largest difference in likelihood, as the logarithm of the ratio, at which another reading is shown too. */
const CLOSE = 8;
const MOST_OTHERS = 4;
/** Further words would not change the result. */
const MOST_WORDS = 200;
const SAMPLE_BYTES = 16 * 1024;

/**
 * Detects the encoding of bytes beyond ASCII that are not UTF-8. Combines the result of the library chardet with the
 * likelihood of the words in the languages of each encoding, because the library errs on files with few words. Addresses in
 * a country's domain count for its language.
 */
export async function detectEncoding(bytes: Buffer): Promise<Detected> {
  const lines = linesBeyondAscii(bytes);
  const withHeader = lines.length > 0 && bytes.subarray(0, lineEnd(bytes, 0)).some((byte) => byte >= 0x80);
  const library = byLibrary(lines);
  const countries = languagesOfDomains(lines);
  const found = new Map<string, Reading & { score: number }>();
  for (const candidate of CANDIDATES) {
    const text = textIn(candidate.encoding, lines);
    if (text === undefined) continue;
    const score = scoreOf(candidate, wordsOf(text), countries) + (library.get(candidate.encoding) ?? 0) * BY_PERCENT;
    // Of encodings that give the same text, one is enough.
    if (score > (found.get(text)?.score ?? Number.NEGATIVE_INFINITY)) {
      found.set(text, { encoding: candidate.encoding, samples: samplesOf(text, withHeader), score });
    }
    await breathe(); // lets other requests run
  }
  const [best, ...rest] = [...found.values()].sort((a, b) => b.score - a.score);
  if (!best) {
    const samples = samplesOf(textIn('windows-1252', lines) ?? '', withHeader);
    return { encoding: 'windows-1252', samples, others: [] };
  }
  const others = rest.filter(({ score }) => best.score - score < CLOSE).slice(0, MOST_OTHERS);
  return { ...readingOf(best), others: others.map(readingOf) };
}

const readingOf = ({ encoding, samples }: Reading): Reading => ({ encoding, samples });

/** The weight of a percent of the library's confidence. */
const BY_PERCENT = 0.05;

function byLibrary(bytes: Buffer): Map<Encoding, number> {
  const confidences = new Map<Encoding, number>();
  for (const { name, confidence } of chardet.analyse(bytes)) {
    for (const encoding of BY_LIBRARY[name] ?? [name.toLowerCase()]) {
      confidences.set(encoding, Math.max(confidences.get(encoding) ?? 0, confidence));
    }
  }
  return confidences;
}

/** Enough lines with bytes beyond ASCII. An incomplete last line is left out. */
function linesBeyondAscii(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < bytes.length && size < SAMPLE_BYTES; ) {
    const end = lineEnd(bytes, at);
    const line = bytes.subarray(at, end);
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line);
      size += line.length;
    }
    at = end;
  }
  return Buffer.concat(lines);
}

function lineEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at] === 0x0a || bytes[at] === 0x0d) return at + 1;
  return bytes.length;
}

const BEYOND_ASCII = /[^\p{ASCII}]/u;

/** The words with characters beyond ASCII. Only ASCII spaces separate them: others may be bytes of a letter. */
const wordsOf = (text: string): string[] =>
  text
    .split(/[ \t\r\n,;"|<>()]+/)
    .filter((word) => BEYOND_ASCII.test(word))
    .slice(0, MOST_WORDS);

const DOMAIN = /@[\w.-]+\.([a-z]{2})\b/gi;
/** The weight of an address in a country's domain for its language. */
const BY_COUNTRY = 6;
/** Models belong to one script or form of a language. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  zh: ['zh', 'zh-Hant'],
  sr: ['sr', 'sr-Latn'],
  no: ['nb'],
};

/** The share of each language in the addresses, by the countries of their domains. */
function languagesOfDomains(lines: Buffer): Map<string, number> {
  const shares = new Map<string, number>();
  const countries = [...lines.toString('latin1').matchAll(DOMAIN)].map(([, country = '']) => country);
  for (const country of countries) {
    const { language } = new Intl.Locale('und', { region: country.toUpperCase() }).maximize();
    for (const form of FORMS[language] ?? [language]) {
      shares.set(form, (shares.get(form) ?? 0) + 1 / countries.length);
    }
  }
  return shares;
}

/** The likelihood of words in the best language of an encoding; some of them may be in any other. */
function scoreOf(
  { prior, languages }: Candidate,
  words: readonly string[],
  countries: ReadonlyMap<string, number>,
): number {
  const scores = languages.map((language) => words.map((word) => scoreWord(word, letterModel(language))));
  const mixed = words.map((_, index) => logMean(scores.map((ofLanguage) => ofLanguage[index]!)));
  const sums = scores.map((ofLanguage, which) => {
    const words = ofLanguage.reduce((sum, score, index) => sum + either(score, mixed[index]!), 0);
    return words + BY_COUNTRY * (countries.get(languages[which]!) ?? 0);
  });
  return prior - Math.log(languages.length) + Math.max(...sums);
}

/** Most names in a file are in one language. */
const OWN = Math.log(0.8);
const FOREIGN = Math.log(0.2);
const either = (own: number, foreign: number): number => logSum([OWN + own, FOREIGN + foreign]);
const logMean = (logs: readonly number[]): number => logSum(logs) - Math.log(logs.length);

function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
}

const MOST_SAMPLES = 3;
const LONGEST_SAMPLE = 40;

/** A few cells with characters beyond ASCII; header cells only if there are no others. */
function samplesOf(text: string, withHeader: boolean): string[] {
  const lines = text.split(/[\r\n]+/);
  const ordered = withHeader ? [...lines.slice(1), ...lines.slice(0, 1)] : lines;
  const cells = ordered.flatMap((line) => line.split(/[\t,;|]/));
  const names = cells.map((cell) => cell.trim().replace(/^"+|"+$/g, '')).filter((cell) => BEYOND_ASCII.test(cell));
  return [...new Set(names)].slice(0, MOST_SAMPLES).map((name) => [...name].slice(0, LONGEST_SAMPLE).join(''));
}
