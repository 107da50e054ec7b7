import { createHash } from 'node:crypto';
import { Liquid, type Template } from 'liquidjs';
import { MEMORY_UNITS, RENDER_MS, SOURCE_CHARACTERS } from './limits.ts';

/** Tags that look up other templates: there are none to find. */
const LOOKUPS = ['include', 'render', 'layout', 'block'];

const CACHED_TEMPLATES = 200;
const CACHED_CHARACTERS = 4_000_000;

/** Liquid for one kind of output. Runs in the worker only: its limits alone do not hold a hostile template. */
export class Engine {
  readonly #liquid: Liquid;
  readonly #parsed = new Map<string, { templates: Template[]; size: number }>();
  #characters = 0;

  /** `html`: values are written as HTML text, unless the template says `raw`. */
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

  /** Throws LiquidJS's own error, with the place in the source. */
  parse(source: string): Template[] {
    const key = createHash('sha1').update(source).digest('base64');
    const known = this.#parsed.get(key);
    if (known) {
      this.#parsed.delete(key); // and in again at the end: the first entry is the one unused for longest
      this.#parsed.set(key, known);
      return known.templates;
    }
    const templates = this.#liquid.parse(source);
    this.#keep(key, { templates, size: source.length });
    return templates;
  }

  /** Throws LiquidJS's own error. */
  render(source: string, scope: object): string {
    return String(this.#liquid.renderSync(this.parse(source), scope));
  }

  /** The names that a template looks up and does not give itself. */
  names(source: string): string[] {
    return this.#liquid.globalVariablesSync(this.parse(source));
  }

  #keep(key: string, entry: { templates: Template[]; size: number }): void {
    this.#parsed.set(key, entry);
    this.#characters += entry.size;
    for (const [oldest, { size }] of this.#parsed) {
      if (this.#parsed.size <= CACHED_TEMPLATES && this.#characters <= CACHED_CHARACTERS) break;
      this.#parsed.delete(oldest);
      this.#characters -= size;
    }
  }
}
