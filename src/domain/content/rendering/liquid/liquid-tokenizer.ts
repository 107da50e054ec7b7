import { defaultOptions, TagToken, Tokenizer } from 'liquidjs';
import { Decimal, LiquidNumber } from './liquid-number.ts';

type Options = NonNullable<Parameters<Tokenizer['readTopLevelTokens']>[0]>;
type TopLevelToken = ReturnType<Tokenizer['readTopLevelToken']>;
type LiquidTagToken = NonNullable<ReturnType<Tokenizer['readLiquidTagToken']>>;
type NumberToken = NonNullable<ReturnType<Tokenizer['readNumber']>>;

/** Tags whose content is verbatim, up to the end tag. */
const VERBATIM = new Set(['raw', 'doc']);

/**
 * Reads Liquid as Ruby does where LiquidJS differs: `{%- raw -%}` with dashes, `{% doc %}` with any content, and 5.0 as a
 * fraction.
 */
export class LiquidTokenizer extends Tokenizer {
  /** The tag whose verbatim content comes next. */
  #verbatim: TagToken | undefined;

  override readTopLevelToken(options: Options): TopLevelToken {
    if (this.#verbatim) return this.#readVerbatim(this.#verbatim, options);
    if (this.match('{%')) return this.readTagToken(options);
    return this.match('{{') ? this.readOutputToken(options) : this.readHTMLToken(['{%', '{{']);
  }

  override readTagToken(options: Options): TagToken {
    const begin = this.p;
    if (this.readToDelimiter('%}') === -1) throw this.error(`tag ${this.snapshot(begin)} not closed`, begin);
    const token = withOwnTokenizer(new TagToken(this.input, begin, this.p, options, this.file), options);
    if (VERBATIM.has(token.name)) this.#verbatim = token;
    return token;
  }

  override readLiquidTagToken(options: Options): LiquidTagToken | undefined {
    const token = super.readLiquidTagToken(options);
    return token && withOwnTokenizer(token, options);
  }

  override readNumber(): NumberToken | undefined {
    const token = super.readNumber();
    if (token && Number.isInteger(token.content) && token.getText().includes('.')) {
      (token as { content: unknown }).content = new LiquidNumber(new Decimal(token.content), false);
    }
    return token;
  }

  #readVerbatim({ name, begin: opened }: TagToken, options: Options): TopLevelToken {
    const end = new RegExp(`\\{%-?\\s*end${name}\\b[^%]*%\\}`, 'g');
    end.lastIndex = this.p;
    const found = end.exec(this.input);
    if (!found) throw this.error(`${name} ${this.snapshot(opened)} not closed`, opened);
    if (found.index > this.p) return this.readHTMLToken([found[0]]);
    this.#verbatim = undefined;
    this.p += found[0].length;
    return new TagToken(this.input, found.index, this.p, options, this.file);
  }
}

/** LiquidJS gives each tag its own kind of tokenizer. */
function withOwnTokenizer<Token extends TagToken | LiquidTagToken>(token: Token, options: Options): Token {
  const { input, file, p, N } = token.tokenizer;
  token.tokenizer = new LiquidTokenizer(input, options.operators, file, [p, N]);
  return token;
}

/** The tokens of a source: text, outputs and tags. Throws the error of LiquidJS. */
export const topLevelTokens = (source: string): TopLevelToken[] =>
  new LiquidTokenizer(source, defaultOptions.operators).readTopLevelTokens();
