import {
  type Arguments,
  type Context,
  type Emitter,
  evalToken,
  type Liquid,
  Tag,
  type TagToken,
  type TopLevelToken,
  toValueSync,
  Value,
} from 'liquidjs';
import type { RenderingContext } from '../rendering-context.ts';
import { howShown, show } from '../shown-value.ts';

/** `{% cycle 'odd', 'even' %}`. Cycles with the same name share their position. */
export class OurCycleTag extends Tag {
  readonly #name: ReturnType<Tag['tokenizer']['readValue']>;
  readonly #values: Value[] = [];
  readonly #written: string;

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    const begin = this.tokenizer.p;
    const name = this.tokenizer.readValue();
    this.tokenizer.skipBlank();
    if (name && this.tokenizer.peek() === ':') {
      this.#name = name;
      this.tokenizer.advance();
    } else this.tokenizer.p = begin;
    this.#written = this.tokenizer.remaining().trim();
    while (!this.tokenizer.end()) {
      this.#values.push(new Value(this.tokenizer.readFilteredValue(), liquid));
      this.tokenizer.readTo(',');
    }
    this.tokenizer.assert(this.#values.length, 'cycle needs values, such as: cycle "odd", "even"');
  }

  override render(context: Context, emitter: Emitter): void {
    const name = this.#name && toValueSync(evalToken(this.#name, context));
    const places = context.getRegister<Record<string, number>>('cycle', {});
    const key = this.#name ? `name ${String(name)}` : `values ${this.#written}`;
    const place = places[key] ?? 0;
    places[key] = place + 1 >= this.#values.length ? 0 : place + 1;
    const value = this.#values[place];
    if (value)
      show(toValueSync(value.value(context)), howShown(value, this.token), context as RenderingContext, emitter);
  }

  *arguments(): Arguments {
    yield* this.#values;
    if (this.#name) yield this.#name;
  }
}
