import type { Context, Emitter, Template, Value } from 'liquidjs';
import { childPartsOf } from './child-parts.ts';
import { Engine } from './engine.ts';
import type { Surroundings } from './liquid/rendering-context.ts';
import { type Missing, MissingValues } from './missing-values.ts';
import { hasDefault, tokensOf } from './value-tokens.ts';
import { type WrittenAddress, writtenAddresses } from './written-addresses.ts';

/** Tags that only test whether something has a value. */
const TESTS = new Set(['if', 'unless', 'case', 'elsif']);

/** A template as LiquidJS parses it: the parts that are used here. */
interface Part {
  name?: string;
  key?: string;
  value?: unknown;
  variable?: unknown;
  collection?: unknown;
  token: { begin: number; input: string };
  render(context: Context, emitter: Emitter): unknown;
  children?(partials: boolean, sync: boolean): Generator<unknown, Template[]>;
  arguments?(): Iterable<unknown>;
}

/**
 * Liquid that records variables shown without a value. It renders the same as Engine. It has its own parsed templates, so
 * that other renders pay nothing.
 */
export class WatchingEngine extends Engine {
  readonly #isHtml: boolean;
  readonly #watched = new WeakSet<object>();
  #noted: MissingValues | undefined;

  /** `html`: values are escaped, and addresses are in attributes. */
  constructor(html: boolean) {
    super(html);
    this.#isHtml = html;
  }

  override parse(source: string): Template[] {
    const templates = super.parse(source);
    if (!this.#watched.has(templates)) {
      this.#watched.add(templates);
      this.#watch(templates as unknown as Part[], source, writtenAddresses(source, this.#isHtml));
    }
    return templates;
  }

  /** Renders, and adds variables without a value to `missing`. Throws the error of LiquidJS. */
  renderWatched(source: string, mergeData: object, missing: Missing[], surroundings?: Surroundings): string {
    const noted = new MissingValues(mergeData);
    this.#noted = noted;
    try {
      return this.render(source, mergeData, surroundings);
    } finally {
      this.#noted = undefined;
      missing.push(...noted.all);
    }
  }

  #watch(parts: readonly Part[], source: string, addresses: readonly WrittenAddress[]): void {
    for (const part of parts) {
      for (const child of childPartsOf(part)) this.#watch([child], source, addresses);
      if (TESTS.has(part.name ?? '') || !part.arguments) continue;
      const render = part.render.bind(part);
      const tokens = [...part.arguments()].flatMap((given) => tokensOf(given));
      const isInSource = part.token.input === source;
      const { begin } = part.token;
      const address = isInSource ? addresses.find((one) => one.begin <= begin && begin < one.end) : undefined;
      const noted = () => this.#noted;
      part.render = function* (context: Context, emitter: Emitter): Generator<unknown, unknown, unknown> {
        const values = noted();
        if (!values) return yield render(context, emitter);
        if (part.name === 'assign') {
          const missing = hasDefault(part.value as Value) ? [] : values.missingOf(tokens, context);
          const result: unknown = yield render(context, emitter);
          values.assigned(part.key as string, missing);
          return result;
        }
        values.note(values.missingOf(tokens, context, address !== undefined), address?.source);
        if (part.name !== 'for' && part.name !== 'tablerow') return yield render(context, emitter);
        values.enter(part.variable as string, tokens[0], context);
        const result: unknown = yield render(context, emitter);
        values.leave();
        return result;
      };
    }
  }
}
