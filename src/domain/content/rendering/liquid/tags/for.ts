import { type Context, Drop, type Emitter, evalToken, ForTag, toValue, toValueSync } from 'liquidjs';
import { operandOf } from '../liquid-number.ts';
import { isRecord } from '../rendering-context.ts';

/** `forloop`, as the body of a loop sees it. */
export class Forloop extends Drop {
  readonly length: number;
  readonly name: string;
  /** The loop around this one. */
  readonly parentloop: Forloop | undefined;
  #at = 0;

  constructor(length: number, name: string, parentloop: Forloop | undefined) {
    super();
    this.length = length;
    this.name = name;
    this.parentloop = parentloop;
  }

  next(): void {
    this.#at += 1;
  }

  index0 = (): number => this.#at;
  index = (): number => this.#at + 1;
  first = (): boolean => this.#at === 0;
  last = (): boolean => this.#at === this.length - 1;
  rindex = (): number => this.length - this.#at;
  rindex0 = (): number => this.length - this.#at - 1;

  override valueOf(): string {
    return 'Liquid::ForloopDrop';
  }
}

/** `{% for %}`, with `forloop.parentloop`. */
export class OurForTag extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    const { renderer } = this.liquid;
    const all = entriesOfLoop(toValueSync(evalToken(this.collection, context)));
    const name = `${this.variable}-${this.collection.getText()}`;
    const entries = all.length === 0 ? all : this.#chosen(all, `continue-${name}`, context);
    if (entries.length === 0) {
      yield renderer.renderTemplates(this.elseTemplates, context, emitter);
      return;
    }
    const scope: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    const parent: unknown = context.getSync(['forloop']);
    const forloop = new Forloop(entries.length, name, parent instanceof Forloop ? parent : undefined);
    scope.forloop = forloop;
    context.push(scope);
    for (const entry of entries) {
      scope[this.variable] = entry;
      context.continueCalled = false;
      context.breakCalled = false;
      yield renderer.renderTemplates(this.templates, context, emitter);
      if (context.breakCalled) break;
      forloop.next();
    }
    context.continueCalled = false;
    context.breakCalled = false;
    context.pop();
  }

  /** Applies `offset`, `limit` and `reversed`. `register`: the start of the next loop with `offset: continue`. */
  #chosen(all: unknown[], register: string, context: Context): unknown[] {
    context.push({ continue: context.getRegister<number | undefined>(register) ?? 0 });
    const given = toValueSync(this.hash.render(context)) as Record<string, unknown>;
    context.pop();
    const offset = given.offset === undefined ? 0 : countOf(given.offset);
    const entries = all.slice(offset, given.limit === undefined ? undefined : offset + countOf(given.limit));
    context.setRegister(register, offset + entries.length);
    return given.reversed === undefined ? entries : entries.toReversed();
  }
}

/** A number of entries; texts such as "2" are accepted. */
export const countOf = (value: unknown): number => Math.max(0, Math.trunc(operandOf(value).exact.toNumber()));

/** The entries of a loop: of a list, the pairs of an object, or one text. */
export function entriesOfLoop(collection: unknown): unknown[] {
  const value = toValue(collection) as unknown;
  if (Array.isArray(value)) return value;
  if (isRecord(value)) return Object.entries(value);
  return typeof value === 'string' && value !== '' ? [value] : [];
}
