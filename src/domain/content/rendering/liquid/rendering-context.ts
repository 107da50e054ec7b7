import { Context, type Liquid } from 'liquidjs';
import { languageOf } from './message-language.ts';

/** Inputs of a render besides its merge data. */
export interface Surroundings {
  /** The language of the mail, such as "de-AT". */
  language?: string | null;
  /** The HTML that the text belongs to, which may declare its language. */
  document?: string;
  /** Collects remarks for the author about shown values. */
  remarks?: string[];
}

/** One render: LiquidJS's context, with our inputs for filters. */
export class RenderingContext extends Context {
  readonly isHtml: boolean;
  /** Whether a calculation divided by zero. */
  hasOddNumber = false;
  readonly #surroundings: Surroundings;
  #language: string | undefined;

  constructor(data: object, liquid: Liquid, isHtml: boolean, surroundings: Surroundings = {}) {
    super(data, liquid.options, { sync: true }, { liquid });
    this.isHtml = isHtml;
    this.#surroundings = surroundings;
  }

  /** The language of amounts, and of the names of days and months. */
  get language(): string {
    const { language, document } = this.#surroundings;
    const { subscriber } = this.environments as { subscriber?: { locale?: unknown } };
    this.#language ??= languageOf(language, subscriber?.locale, document);
    return this.#language;
  }

  /** Adds a remark for the template's author, once. */
  remark(text: string): void {
    const { remarks } = this.#surroundings;
    if (remarks && remarks.length < MOST_REMARKS && !remarks.includes(text)) remarks.push(text);
  }

  /** The first pair of an object is `first`, as in Ruby. */
  override readProperty(...[object, key]: Parameters<Context['readProperty']>): unknown {
    const value: unknown = super.readProperty(object, key);
    if (value !== undefined || key !== 'first' || !isRecord(object)) return value;
    return firstPair(object);
  }
}

/** More remarks add nothing new. */
const MOST_REMARKS = 20;

/** Whether a value is a plain object of the merge data. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns the first name of an object with its value. */
export function firstPair(object: Record<string, unknown>): [string, unknown] | undefined {
  const [name] = Object.keys(object);
  return name === undefined ? undefined : [name, object[name]];
}
