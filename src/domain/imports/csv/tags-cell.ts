/** Writes tag names into one cell: `vip; new`, or a JSON array if a name contains a separator. */
export function writeTags(names: readonly string[]): string {
  const divisible = names.some((name) => /[;,]|^\[/.test(name));
  return divisible ? JSON.stringify(names) : names.join('; ');
}

/**
 * Reads tag names from a cell: a JSON array, quoted names as in Mailchimp (`"vip","a, b"`), or names separated by ; or ,
 * without empty ones.
 */
export function readTags(cell: string): string[] {
  if (cell.startsWith('[')) {
    const names = readArray(cell);
    if (names) return names;
  }
  if (QUOTED.test(cell)) {
    return [...cell.matchAll(NAME)].map(([, name = '']) => name.replaceAll('""', '"').trim()).filter(Boolean);
  }
  return cell
    .split(/[;,]/)
    .map((name) => name.trim())
    .filter(Boolean);
}

const QUOTED = /^\s*"(?:[^"]|"")*"(?:\s*[;,]\s*"(?:[^"]|"")*")*\s*$/;
const NAME = /"((?:[^"]|"")*)"/g;

function readArray(cell: string): string[] | undefined {
  try {
    const names: unknown = JSON.parse(cell);
    return Array.isArray(names) && names.every((name) => typeof name === 'string')
      ? names.filter((name) => name.trim())
      : undefined;
  } catch {
    return undefined;
  }
}
