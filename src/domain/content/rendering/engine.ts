import { createHash } from 'node:crypto';
import { Liquid, type Template } from 'liquidjs';
import type { NamedPath } from './job.ts';
import { MEMORY_UNITS, RENDER_MS, SOURCE_CHARACTERS } from './limits.ts';

/** Tags that load other templates. They are removed, because there are none to load. */
const LOOKUPS = ['include', 'render', 'layout', 'block'];

const CACHED_TEMPLATES = 200;
const CACHED_CHARACTERS = 4_000_000;

/**
 * Liquid for one kind of output. Its own limits do not stop every hostile template: render in the worker, except a source
 * that only shows values.
 */
export class Engine {
  readonly #liquid: Liquid;
  readonly #parsed = new Map<string, { templates: Template[]; size: number }>();
  #characters = 0;

  /** `html`: values are escaped, unless the template uses `raw`. */
  constructor(html: boolean) {
    this.#liquid = new Liquid({
      templates: {},
      relativeReference: false,
      dynamicPartials: false,
      jsTruthy: false,
      strictFilters: true,
      strictVariables: false,
      ownPropertyOnly: true,
      timezoneOffset: 0,
      parseLimit: SOURCE_CHARACTERS,
      renderLimit: RENDER_MS,
      memoryLimit: MEMORY_UNITS,
      ...(html ? { outputEscape: 'escape' as const } : {}),
    });
    for (const tag of LOOKUPS) delete this.#liquid.tags[tag];
  }

  /** Throws the error of LiquidJS, with the place in the source. */
  parse(source: string): Template[] {
    const key = createHash('sha1').update(source).digest('base64');
    const known = this.#parsed.get(key);
    if (known) {
      this.#parsed.delete(key); // moves it to the end: the first entry is the least recently used
      this.#parsed.set(key, known);
      return known.templates;
    }
    const templates = this.#liquid.parse(source);
    this.#cache(key, { templates, size: source.length });
    return templates;
  }

  /** Throws the error of LiquidJS. */
  render(source: string, mergeData: object): string {
    return String(this.#liquid.renderSync(this.parse(source), mergeData));
  }

  /** Returns the names of the variables that a template uses and does not assign itself. */
  names(source: string): string[] {
    return this.#liquid.globalVariablesSync(this.parse(source));
  }

  /** Returns the same with all their parts. A part that is not known before, such as a variable, is no text. */
  paths(source: string): NamedPath[] {
    return this.#liquid.globalVariableSegmentsSync(this.parse(source));
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
