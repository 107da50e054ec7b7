/** The languages in which people write language names, besides each language itself. Earlier ones win. */
const WRITTEN_IN = 'en de fr es it nl pt pl sv da nb fi cs sk hu ro tr el ru uk ja zh ko ar he'.split(' ');

/** Languages in use by people and shops, with relevant regions and scripts. */
const CODES = (
  'af am ar as az be bg bn bo br bs ca ceb ckb co cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-US eo es es-419 es-ES ' +
  'es-MX et eu fa fi fil fo fr fr-CA fr-CH fy ga gd gl gsw gu ha haw hi hmn hr ht hu hy id ig is it ja jv ka kk km kn ko ku ' +
  'ky la lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nl-BE nn no or pa pl ps pt pt-BR pt-PT rm ro ru rw sa sd si sk sl ' +
  'sm sn so sq sr sr-Cyrl sr-Latn st su sv sw ta te tg th ti tk tl tr tt ug uk ur uz vi wo xh yi yo yue zh zh-Hans zh-Hant zu'
).split(' ');

/** Names that are missing in CLDR, or written differently there. */
const OTHERS: Record<string, string> = {
  castellano: 'es',
  castilian: 'es',
  farsi: 'fa',
  mandarin: 'zh',
  'us english': 'en-US',
  'uk english': 'en-GB',
  'serbo-croatian': 'sr-Latn',
  brazilian: 'pt-BR',
};

let names: ReadonlyMap<string, string> | undefined;

/**
 * The code (BCP 47) of the language with this name, in any of the large languages or in its own: "German",
 * "allemand", "Deutsch" → "de", "Portuguese (Brazil)" → "pt-BR". Ignores case and accents. Undefined for unknown
 * names.
 */
export function languageNamed(name: string): string | undefined {
  if (name.length > 60) return undefined;
  names ??= readNames();
  return names.get(folded(name));
}

/** Names without case, accents and word separators, for comparison. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_()[\],/-]+/g, ' ')
    .trim();

function readNames(): ReadonlyMap<string, string> {
  const found = new Map(Object.entries(OTHERS).map(([name, code]) => [folded(name), code]));
  const add = (displayed: string, code: string): void => {
    for (const languageDisplay of ['standard', 'dialect'] as const) {
      const name = new Intl.DisplayNames(displayed, { type: 'language', languageDisplay, fallback: 'none' }).of(code);
      if (name !== undefined && !found.has(folded(name))) found.set(folded(name), code);
    }
  };
  for (const displayed of WRITTEN_IN) for (const code of CODES) add(displayed, code);
  for (const code of CODES) add(code, code);
  return found;
}
