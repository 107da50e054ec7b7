/** After these words, a clause with `what` or `who` is an indirect question. */
const ASKING = wordsOf(`
  say says saying said tell tells telling told ask asks asking asked know knows knowing known show shows showing shown
  see sees seeing decide decides deciding explain explains describe describes describing learn learns check checks
  understand understands determine determines define defines find finds out choose chooses wonder`);

/** After these words, `who` has no noun to refer to. */
const NO_NOUN = wordsOf(`
  of to for by with without from in on about at into over behind beside between against among after before since until
  than as like except and or but is are was were be only all just not also even if that then because while
  give gives take takes keep keeps remove removes count counts read reads send sends let lets where when whether has have`);

/** `what to do` and `what kind of` are no clauses. */
const NO_CLAUSE = wordsOf('to kind kinds sort if about for');
const JOINING = wordsOf('and or of with by to about from ,');
const TOKEN = /[A-Za-z][A-Za-z’'-]*|[.:;,(!?–—"“«]/g;

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/**
 * Whether a sentence uses a relative clause as a noun: "what is forgotten", "of who comes now", "whoever asks". Indirect
 * questions ("says what failed") and questions are plain English. It compares words, not grammar: measure other texts with it
 * before you judge a figure.
 */
export function hasFreeRelative(sentence: string): boolean {
  if (sentence.trimEnd().endsWith('?')) return false;
  const tokens = sentence.toLowerCase().match(TOKEN) ?? [];
  return tokens.some((_, index) => isFree(tokens, index));
}

function isFree(tokens: readonly string[], index: number): boolean {
  const [second = '', before = '', token = '', after = ''] = [-2, -1, 0, 1].map((offset) => tokens[index + offset]);
  if (/^(?:who|what|whom|which)ever$/.test(token)) return true;
  if (/^(?:those|that)$/.test(token)) return opens(before) && /^(?:who|that|which)$/.test(after);
  if (!/^(?:what|who|whom)$/.test(token)) return false;
  if (ASKING.has(before) || (JOINING.has(before) && ASKING.has(second))) return false;
  if (token === 'what') return /^[a-z]/.test(after) && !NO_CLAUSE.has(after);
  return (before !== ',' && opens(before)) || NO_NOUN.has(before);
}

/** Whether a clause begins after this token. */
const opens = (token: string): boolean => /^[^a-z]?$/.test(token);
