import { type Template, TypeGuards, Value } from 'liquidjs';
import type { TemplateProblem } from '../problem.ts';

/** The number of positional arguments of filters. Filters that are not listed are not checked. */
const ARGUMENTS: Record<string, readonly [least: number, most: number]> = {
  ...every(
    [0, 0],
    'abs base64_encode base64_decode base64_url_safe_encode base64_url_safe_decode capitalize ceil downcase escape',
    'escape_once first floor h last newline_to_br raw reverse size strip_html strip_newlines upcase url_decode url_encode xml_escape',
  ),
  ...every([0, 1], 'compact join money number round sort sort_natural sum uniq'),
  ...every([0, 2], 'truncate truncatewords'),
  ...every(
    [1, 1],
    'append at_least at_most concat map minus modulo plus prepend remove remove_first remove_last split times',
  ),
  ...every([1, 2], 'date divided_by find find_index has reject slice where'),
  ...every([2, 2], 'replace_first replace_last'),
  // Without a second text, Ruby removes the first.
  replace: [1, 2],
  default: [0, 1],
};

const ANY = [0, Number.POSITIVE_INFINITY] as const;

function every(counts: readonly [number, number], ...names: string[]): Record<string, readonly [number, number]> {
  return Object.fromEntries(names.flatMap((part) => part.split(' ')).map((name) => [name, counts]));
}

/**
 * Returns the first mistake in a template that still renders: a filter with too many or too few arguments, or two values in
 * a row. Rendering tolerates them, so that older templates keep working.
 */
export function writtenFault(templates: readonly Template[]): TemplateProblem | undefined {
  for (const template of templates) {
    for (const value of template.arguments?.() ?? []) {
      const problem = value instanceof Value ? faultIn(value) : undefined;
      if (problem) {
        const [line = 1, column = 1] = template.token.getPosition();
        return { line, column, problem };
      }
    }
    const inside = template.children ? writtenFault(childrenOf(template)) : undefined;
    if (inside) return inside;
  }
  return undefined;
}

function childrenOf(template: Template): Template[] {
  const children = template.children!(false, true).next().value;
  return Array.isArray(children) ? (children as Template[]) : [];
}

function faultIn({ initial: { postfix }, filters }: Value): string | undefined {
  const operands = postfix.filter((token) => !TypeGuards.isOperatorToken(token));
  const operators = postfix.filter((token) => TypeGuards.isOperatorToken(token) && token.operator !== 'not');
  if (operands.length !== operators.length + 1) {
    return `"${operands.at(-1)?.getText()}" is unexpected there`;
  }
  for (const { name, args } of filters) {
    const [least, most]: readonly [number, number] = (Object.hasOwn(ARGUMENTS, name) && ARGUMENTS[name]) || ANY;
    const given = args.filter((arg) => !Array.isArray(arg)).length;
    if (given < least) return `the filter ${name} needs ${least === 1 ? 'an argument' : `${least} arguments`}`;
    if (given > most)
      return `the filter ${name} takes ${most === 0 ? 'no argument' : most === 1 ? 'one argument' : `${most} arguments`}`;
  }
  return undefined;
}
