const MOST_TAGS = 50;

/** The tags of a signature or of a key record (RFC 6376, 3.2), without white space. Undefined when one occurs twice. */
export function readTags(text: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>();
  for (const tag of text.split(';', MOST_TAGS)) {
    const equals = tag.indexOf('=');
    if (equals < 0) continue;
    const name = tag.slice(0, equals).trim();
    if (tags.has(name)) return undefined;
    tags.set(name, tag.slice(equals + 1).replace(/\s/g, ''));
  }
  return tags;
}
