/** `npm run english [folder]`: the share of sentences with relative clauses used as nouns, by area; `-- --list` lists them. */
import { BUDGETS, readAreas } from './areas.ts';
import { hasFreeRelative } from './free-relative.ts';

const list = process.argv.includes('--list');
const root = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? process.cwd();
for (const [area, sentences] of readAreas(root)) {
  const found = sentences.filter(({ text }) => hasFreeRelative(text));
  if (list) for (const { text, at } of found) console.log(`${at} [${area}] ${text}`);
  const share = ((100 * found.length) / (sentences.length || 1)).toFixed(1);
  console.log(
    `${area}: ${found.length} of ${sentences.length} sentences, ${share} % (budget ${100 * BUDGETS[area]} %)`,
  );
}
