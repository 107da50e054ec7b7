/** Names of tags in one cell: `vip; new`, or as a JSON array where a name holds a separator itself. */
export function writeTags(names: readonly string[]): string {
  const divisible = names.some((name) => /[;,]|^\[/.test(name));
  return divisible ? JSON.stringify(names) : names.join('; ');
}

/** Reads them: divided by ; or , and without the empty ones. */
export function readTags(cell: string): string[] {
  if (cell.startsWith('[')) {
    const names = readArray(cell);
    if (names) return names;
  }
  return cell
    .split(/[;,]/)
    .map((name) => name.trim())
    .filter(Boolean);
}

function readArray(cell: string): string[] | undefined {
  try {
    const names: unknown = JSON.parse(cell);
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : undefined;
  } catch {
    return undefined;
  }
}
