import { type Context, type Emitter, type Liquid, Output, TokenKind, toValueSync, Value } from 'liquidjs';
import { LiquidTokenizer } from './liquid-tokenizer.ts';
import type { RenderingContext } from './rendering-context.ts';
import { SafeHtml } from './safe-html.ts';
import { shownText, unreadable, unreadableText } from './shown-text.ts';

type OutputToken = Output['token'];

/** How a value becomes part of the message. */
interface Shown {
  /** `raw`: not escaped. `json-ld`: JSON inside a script for programs; no value can end the script. */
  as: 'escaped' | 'raw' | 'json-ld';
  /** The Liquid that shows it, for warnings. */
  source: string;
  /** Whether filters made it. */
  isMade: boolean;
}

/** `{{ value | filter }}`. */
export class ShownValue extends Output {
  readonly #shown: Shown;
  /** Of a variable without filters, which needs no expression evaluation. */
  readonly #path: (string | number)[] | undefined;

  constructor(token: OutputToken, liquid: Liquid) {
    super(token, liquid);
    const range = token.contentRange;
    const tokenizer = new LiquidTokenizer(token.input, liquid.options.operators, token.file, range);
    this.value = new Value(tokenizer.readFilteredValue(), liquid);
    this.#shown = howShown(this.value, token);
    this.#path = plainPath(this.value);
  }

  override render(context: Context, emitter: Emitter): IterableIterator<unknown> {
    const value = this.#path ? context.getSync(this.#path) : toValueSync(this.value.value(context, false));
    show(value, this.#shown, context as RenderingContext, emitter);
    return NOTHING;
  }
}

/** A render without anything to wait for. */
const NOTHING = undefined as unknown as IterableIterator<unknown>;

/** Returns how the value of a tag or an output is shown, depending on its filters and its position. */
export function howShown({ filters }: Value, token: { input: string; begin: number; getText(): string }): Shown {
  const isJson = filters.some(({ name }) => name === 'json' || name === 'jsonify');
  const isJsonLd = isJson && isInJsonLd(token.input, token.begin);
  const as = isJsonLd ? 'json-ld' : filters.at(-1)?.name === 'raw' ? 'raw' : 'escaped';
  return { as, source: token.getText(), isMade: filters.length > 0 };
}

/** Writes a value as text, or escaped in HTML. */
export function show(value: unknown, shown: Shown, context: RenderingContext, emitter: Emitter): void {
  const text = typeof value === 'string' && !shown.isMade ? value : readable(value, shown, context);
  if (!context.isHtml) emitter.write(text);
  else if (shown.as === 'raw') emitter.write(value instanceof SafeHtml ? SafeHtml.of(value, text) : text);
  else {
    context.memoryLimit.use(text.length);
    emitter.write(shown.as === 'json-ld' ? (text || 'null').replaceAll('<', '\\u003c') : SafeHtml.of(value, text));
  }
}

/** The text of a value, with a warning if it is unreadable, even as part of a filter's result. */
function readable(value: unknown, { source, isMade }: Shown, context: RenderingContext): string {
  const text = shownText(value);
  const fault = unreadable(value) ?? (isMade ? unreadableText(text, context.hasOddNumber) : undefined);
  if (fault) context.remark(`${shortened(source)} ${fault}.`);
  return text;
}

const LONGEST = 80;

function shortened(source: string): string {
  const line = source.replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

function plainPath({ filters, initial: { postfix } }: Value): (string | number)[] | undefined {
  const [token, ...others] = postfix as { kind?: TokenKind; variable?: unknown; props?: { content?: unknown }[] }[];
  if (filters.length > 0 || others.length > 0 || token?.kind !== TokenKind.PropertyAccess || token.variable)
    return undefined;
  const names = (token.props ?? []).map(({ content }) => content);
  return names.every((name) => typeof name === 'string' || typeof name === 'number') ? (names as string[]) : undefined;
}

const SCRIPT = /^<script\b[^>]*>/;
const JSON_LD = /\btype\s*=\s*["']?application\/ld\+json\b/;

/** Whether an offset in HTML is inside a `<script type="application/ld+json">`, which programs such as Gmail read. */
function isInJsonLd(html: string, place: number): boolean {
  const before = html.slice(0, place).toLowerCase();
  const opened = before.lastIndexOf('<script');
  if (opened < 0 || before.includes('</script', opened)) return false;
  return JSON_LD.test(SCRIPT.exec(before.slice(opened))?.[0] ?? '');
}
