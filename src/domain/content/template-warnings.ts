import type { Scope } from '../../scope.ts';
import { readFieldsNamed, warningsOfPaths } from './known-names.ts';
import { namesIn } from './rendering/pool.ts';
import { sourcesOf } from './rendering/template-source.ts';
import type { Template } from './templates.ts';

/**
 * Warnings about names in templates that do not exist, in all languages, in the order of the templates. One statement for any
 * number of templates.
 */
export async function readTemplateWarnings(scope: Scope, templates: readonly Template[]): Promise<string[][]> {
  const paths = await Promise.all(templates.map((template) => namesIn(sourcesOf(template), scope.team.id)));
  const fields = await readFieldsNamed(scope, paths.flat());
  return paths.map((own) => warningsOfPaths(own, fields));
}
