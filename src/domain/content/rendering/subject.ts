import type { Engine } from './engine.ts';
import { SUBJECT_CHARACTERS } from './limits.ts';
import { languageOf } from './liquid/message-language.ts';
import type { Surroundings } from './liquid/rendering-context.ts';
import { RenderError, renderTemplate } from './pool.ts';
import { describeProblem } from './problem.ts';
import { subjectLine } from './subject-line.ts';

const LIQUID = /\{[{%]/;
const PLAIN_VALUE = /(?<!\{)\{\{\s*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\s*\}\}/g;

/** Whether the Liquid of a source only shows values: then it cannot loop or fail to parse. */
export const onlyShowsValues = (source: string): boolean => !LIQUID.test(source.replace(PLAIN_VALUE, ' '));

/** Loaded on first use: LiquidJS takes memory that the main thread rarely needs. */
let engine: Promise<Engine> | undefined;

/**
 * Renders a subject on one line. One that only shows values is rendered in this thread, at a tenth of the cost. `mergeData`
 * holds JSON values; `owner` is the team's key; `language` and `document` set the language of amounts and dates. Throws
 * RenderError.
 */
export async function renderSubject(
  source: string,
  mergeData: Record<string, unknown>,
  owner?: number,
  { language, document }: Pick<Surroundings, 'language' | 'document'> = {},
): Promise<string> {
  if (!LIQUID.test(source)) return subjectLine(source);
  if (!onlyShowsValues(source)) {
    const asked = {
      subject: source,
      html: '',
      mergeData,
      owner,
      language: languageOf(language, localeIn(mergeData), document),
    };
    return (await renderTemplate(asked)).subject;
  }
  engine ??= import('./engine.ts').then(({ Engine }) => new Engine(false));
  const subject = showValues(await engine, source, mergeData);
  if (subject.length > SUBJECT_CHARACTERS) throw new RenderError('The rendered subject is too large.');
  return subjectLine(subject);
}

function showValues(engine: Engine, source: string, mergeData: Record<string, unknown>): string {
  try {
    return engine.render(source, mergeData);
  } catch (error) {
    throw new RenderError(describeProblem(error).problem);
  }
}

const localeIn = ({ subscriber }: { subscriber?: unknown }): unknown => (subscriber as { locale?: unknown })?.locale;
