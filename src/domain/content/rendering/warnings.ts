import type { Engine } from './engine.ts';

/** Beyond this Gmail shows the beginning and a link to the rest. */
const GMAIL_BYTES = 102_400;

/** Names that a message may do without. */
const OPTIONAL = new Set(['unsubscribe_url', 'preferences_url', 'confirmation_url', 'view_url', 'event', 'list']);

interface Sources {
  subject: string;
  html: string;
}

/** What an author would want to know of a template that renders: names without a value, and what readers may stumble over. */
export function warningsOf(engine: Engine, sources: Sources, scope: object, html: string): string[] {
  const missing = new Set([...engine.names(sources.subject), ...engine.names(sources.html)]);
  const unknown = [...missing].filter((name) => !Object.hasOwn(scope, name) && !OPTIONAL.has(name)).toSorted();
  const bare = (html.match(/<img\b(?![^>]*\salt\s*=)[^>]*>/gi) ?? []).length;
  return [
    ...unknown.map((name) => `The variable ${name} has no value.`),
    ...(bare > 0 ? [`${bare === 1 ? 'An image has' : `${bare} images have`} no alternative text.`] : []),
    ...(Buffer.byteLength(html) > GMAIL_BYTES ? ['The HTML is over 100 KB: Gmail shows only its beginning.'] : []),
  ];
}
