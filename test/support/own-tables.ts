import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../src/database/home.ts';

/** What the comment of a model says if its rows are about nobody and have no time limit. */
export const OWN = '/// Kept until the team deletes it; not about people.';

/** The tables of the models in prisma/schema that say so. */
export const OWN_TABLES: readonly string[] = readSchema()
  .split(/^}$/m)
  .filter((model) => model.includes(`\n${OWN}\n`))
  .map((model) => /@@map\("(\w+)"\)/.exec(model)?.[1] ?? '');

function readSchema(): string {
  const folder = join(checkoutRoot(), 'prisma', 'schema');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return files.map((text) => `\n${text}`).join('');
}
