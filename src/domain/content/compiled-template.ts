import { type Issue, ValidationError } from '../../errors.ts';
import { liquidIssues } from './check-liquid.ts';
import { compileTemplate } from './compiling/compiler.ts';
import type { Editor } from './compiling/editors.ts';
import { SourceProblem, type SourceWarning } from './compiling/source-problem.ts';
import type { Variant } from './template-input.ts';

interface Written {
  editor: Editor;
  subject?: string | null;
  content: string;
  styles?: string | null;
  text?: string | null | undefined;
  localeVariants?: Record<string, Variant> | null;
}

export interface Compiled {
  html: string;
  /** As stored: the submitted variant of each language, and its compiled HTML. */
  localeVariants: Record<string, Variant & { html?: string }>;
  /** CSS mistakes that mail clients tolerate, each once. */
  cssWarnings: string[];
}

/**
 * Checks and compiles a template in all its languages. `language`: of its own content, if known. Throws ValidationError
 * with the position of each error.
 */
export async function compileAll(
  { editor, styles, localeVariants, ...own }: Written,
  owner: number,
  language?: string,
): Promise<Compiled> {
  const compiling = new Compiling(editor, styles ?? '', owner);
  const html = (await compiling.part([], own, language)) ?? '';
  const variants: Compiled['localeVariants'] = {};
  for (const [locale, variant] of Object.entries(localeVariants ?? {})) {
    const compiled = await compiling.part(['localeVariants', locale], variant, locale);
    variants[locale] = { ...variant, ...(compiled !== undefined && { html: compiled }) };
  }
  if (compiling.issues.length > 0) throw new ValidationError(compiling.issues);
  return { html, localeVariants: variants, cssWarnings: [...compiling.warnings] };
}

class Compiling {
  readonly issues: Issue[] = [];
  readonly warnings = new Set<string>();
  readonly #editor: Editor;
  readonly #styles: string;
  readonly #owner: number;

  constructor(editor: Editor, styles: string, owner: number) {
    this.#editor = editor;
    this.#styles = styles;
    this.#owner = owner;
  }

  /** Returns the HTML of one language's content, or undefined if there is none or it has issues. */
  async part(path: string[], { subject, content, text }: Variant, language?: string): Promise<string | undefined> {
    // Liquid in a document of blocks is inside JSON, so it is checked block by block.
    const source = this.#editor === 'blocks' ? null : content;
    const [ofSubject, ofContent, ofText] = await Promise.all([
      liquidIssues([...path, 'subject'], subject, this.#owner, true),
      liquidIssues([...path, 'content'], source, this.#owner, true),
      liquidIssues([...path, 'text'], text, this.#owner, true),
    ]);
    this.issues.push(...ofSubject, ...ofContent, ...ofText);
    if (!content || ofContent.length > 0) return undefined;
    try {
      const source = { editor: this.#editor, content, styles: this.#styles, ...(language && { language }) };
      const { html, warnings } = await compileTemplate(source, this.#owner);
      for (const warning of warnings) this.warnings.add(sentence(warning, path[1]));
      return html;
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      const { field, position, message } = error;
      // All languages share the styles.
      const where = field === 'styles' ? [field] : [...path, field];
      const problem = `is not valid${position ? ` on line ${position.line}, column ${position.column}` : ''}: ${message}`;
      if (!this.issues.some((one) => one.path.join('.') === where.join('.')))
        this.issues.push({ path: where, problem });
      return undefined;
    }
  }
}

/** `language`: of the content, unless it is the template's own. */
function sentence({ field, position, problem }: SourceWarning, language?: string): string {
  const of = field === 'styles' ? 'styles' : language ? `content in ${language}` : 'content';
  return position
    ? `Line ${position.line}, column ${position.column} of the ${of}: ${problem}`
    : `In the ${of}: ${problem}`;
}
