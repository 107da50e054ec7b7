import type { Mjml, Range } from './read-mjml.ts';

/**
 * Explains why MJML has dropped Liquid at an offset; the text follows the Liquid itself. Undefined for an output in a
 * comment, which is dropped on purpose.
 */
export function whyLost(offset: number, isTag: boolean, { tags, dropped }: Mjml, text: string): string | undefined {
  const isAround = ({ start, end }: Range): boolean => start <= offset && offset < end;
  if (dropped.some(isAround)) return isTag ? 'is in a comment, which is removed. Move it into <mj-raw>' : undefined;
  const tag = tags.find(isAround);
  if (!tag) return 'is between MJML elements. Move it into <mj-raw>';
  const attribute = /(?<=[\s"'])([\w-]+)\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)$/.exec(text.slice(tag.start, offset))?.[1];
  if (!attribute) return `is in the tag <${tag.name}>, next to its attributes. Move it into the value of an attribute`;
  return `is in the attribute ${attribute} of <${tag.name}>, where MJML needs a fixed value. Write a fixed value`;
}
