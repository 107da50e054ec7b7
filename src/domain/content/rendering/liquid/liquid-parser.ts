import { type Liquid, LiquidError, ParseError, Parser, type Template, TypeGuards } from 'liquidjs';
import { withoutBlanks } from './blank-blocks.ts';
import { LiquidTokenizer } from './liquid-tokenizer.ts';
import { ShownValue } from './shown-value.ts';

/** Parses with our tokenizer, and creates our outputs. */
export class LiquidParser extends Parser {
  readonly #liquid: Liquid;
  readonly #limit: number;

  /** `limit`: characters of a source. */
  constructor(liquid: Liquid, limit: number) {
    super(liquid);
    this.#liquid = liquid;
    this.#limit = limit;
  }

  override parse(source: string): Template[] {
    if (source.length > this.#limit) throw new Error('parse length limit exceeded');
    const { options } = this.#liquid;
    return this.parseTokens(new LiquidTokenizer(source, options.operators).readTopLevelTokens(options));
  }

  override parseToken(...[token, rest]: Parameters<Parser['parseToken']>): ReturnType<Parser['parseToken']> {
    return withoutBlanks(TypeGuards.isOutputToken(token) ? this.#shown(token) : super.parseToken(token, rest));
  }

  #shown(token: ShownValue['token']): ShownValue {
    try {
      return new ShownValue(token, this.#liquid);
    } catch (error) {
      throw LiquidError.is(error) ? error : new ParseError(error as Error, token);
    }
  }
}
