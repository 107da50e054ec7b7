import { createHash } from 'node:crypto';
import type { Liquid, Template } from 'liquidjs';
import type { NamedPath } from './job.ts';
import { SOURCE_CHARACTERS } from './limits.ts';
import { createLiquid } from './liquid/create-liquid.ts';
import { LiquidParser } from './liquid/liquid-parser.ts';
import { RenderingContext, type Surroundings } from './liquid/rendering-context.ts';
import { memberPaths } from './member-paths.ts';

const CACHED_TEMPLATES = 200;
const CACHED_CHARACTERS = 4_000_000;

/**
 * Liquid for one kind of output. Its own limits do not stop every hostile template: render in the worker, except sources
 * that only show values.
 */
export class Engine {
  readonly #liquid: Liquid = createLiquid();
  readonly #isHtml: boolean;
  readonly #parsed = new Map<string, { templates: Template[]; size: number }>();
  #characters = 0;

  /** `html`: values are escaped, unless the template uses `raw` or a filter that makes safe HTML. */
  constructor(html: boolean) {
    this.#isHtml = html;
  }

  /** Throws the error of LiquidJS, with the position in the source. */
  parse(source: string): Template[] {
    const key = createHash('sha1').update(source).digest('base64');
    const known = this.#parsed.get(key);
    if (known) {
      this.#parsed.delete(key); // moves it to the end: the first entry is the least recently used
      this.#parsed.set(key, known);
      return known.templates;
    }
    const templates = new LiquidParser(this.#liquid, SOURCE_CHARACTERS).parse(source);
    this.#cache(key, { templates, size: source.length });
    return templates;
  }

  /** Throws the error of LiquidJS. */
  render(source: string, mergeData: object, surroundings?: Surroundings): string {
    const templates = this.parse(source);
    // The time limit starts with the context; parsing has none.
    const context = new RenderingContext(mergeData, this.#liquid, this.#isHtml, surroundings);
    return String(this.#liquid.renderSync(templates, context));
  }

  /** Returns the names of the variables that a template uses and does not assign. */
  names(source: string): string[] {
    return this.#liquid.globalVariablesSync(this.parse(source));
  }

  /**
   * Returns the same with all their parts, and the paths read through loop variables and `assign`. Parts that only a render
   * knows, such as a variable or a list index, are not texts.
   */
  paths(source: string): NamedPath[] {
    const templates = this.parse(source);
    return [...this.#liquid.globalVariableSegmentsSync(templates), ...memberPaths(templates)];
  }

  #cache(key: string, entry: { templates: Template[]; size: number }): void {
    this.#parsed.set(key, entry);
    this.#characters += entry.size;
    for (const [oldest, { size }] of this.#parsed) {
      if (this.#parsed.size <= CACHED_TEMPLATES && this.#characters <= CACHED_CHARACTERS) break;
      this.#parsed.delete(oldest);
      this.#characters -= size;
    }
  }
}
