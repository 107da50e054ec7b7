import type { JsonSchema } from './json-schema.ts';

const SENTENCES = /(?<=\.) /;

/** `from 1 to 500`, also after a comma. */
const RANGE = /(?:, | )?\b[Ff]rom ([\d,]+) to ([\d,]+)(?=[.,])/;

/** `at most 100 characters`, also after a comma. */
const LIMIT = /(?:, | )?\b[Aa]t most ([\d,]+)(?: (?:characters|names|people|events))?(?=\.$)/;

const numberIn = (text: string | undefined): number => Number(text?.replaceAll(',', ''));

/** A sentence without the bounds that the keywords beside it have. */
function shortened(sentence: string, { minimum, maximum, maxLength, maxItems, default: usual }: JsonSchema): string {
  if (usual !== undefined && /^Default: `?[\w.]+`?\.$/.test(sentence)) return '';
  const short = sentence
    .replace(RANGE, (whole, from, to) => (numberIn(from) === minimum && numberIn(to) === maximum ? '' : whole))
    .replace(LIMIT, (whole, to) => ([maximum, maxLength, maxItems].includes(numberIn(to)) ? '' : whole));
  return short === '.' ? '' : short;
}

/** A description without the default and the bounds that its schema has for programs and readers, unless it says nothing else. */
export function withoutBounds<Text>(description: Text, schema: JsonSchema): Text | string {
  if (typeof description !== 'string' || description.includes('\n')) return description;
  const sentences = description.split(SENTENCES).map((sentence) => shortened(sentence, schema));
  return sentences.filter(Boolean).join(' ') || description;
}
