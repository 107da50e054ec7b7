import {
  type Arguments,
  type Context,
  type Emitter,
  type Liquid,
  Tag,
  type TagToken,
  type TopLevelToken,
  toValueSync,
  Value,
} from 'liquidjs';
import type { RenderingContext } from '../rendering-context.ts';
import { howShown, show } from '../shown-value.ts';

/** `{% echo value | filter %}`, which shows a value as `{{ }}` does. */
export class OurEchoTag extends Tag {
  readonly value: Value | undefined;

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    this.tokenizer.skipBlank();
    if (!this.tokenizer.end()) this.value = new Value(this.tokenizer.readFilteredValue(), liquid);
  }

  override render(context: Context, emitter: Emitter): void {
    if (!this.value) return;
    const value = toValueSync(this.value.value(context));
    show(value, howShown(this.value, this.token), context as RenderingContext, emitter);
  }

  *arguments(): Arguments {
    if (this.value) yield this.value;
  }
}
