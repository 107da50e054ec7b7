import type { Engine } from './engine.ts';

/** Gmail clips larger messages and shows a link to the whole. */
const GMAIL_BYTES = 102_400;

/** Variables that may be absent. */
const OPTIONAL = new Set(['unsubscribe_url', 'preferences_url', 'confirmation_url', 'view_url', 'event', 'list']);

interface Sources {
  subject: string;
  html: string;
  text?: string;
}

/** Warnings for the author of a template: variables without a value, images without alternative text, HTML too large. */
export function warningsOf(engine: Engine, sources: Sources, mergeData: object, html: string): string[] {
  const written = [sources.subject, sources.html, sources.text ?? ''];
  const missing = new Set(written.flatMap((source) => engine.names(source)));
  const unknown = [...missing].filter((name) => !Object.hasOwn(mergeData, name) && !OPTIONAL.has(name)).toSorted();
  const bare = (html.match(/<img\b(?![^<>]*\salt[\s=/>])[^<>]*>/gi) ?? []).length;
  return [
    ...unknown.map((name) => `The variable ${name} has no value.`),
    ...(bare > 0 ? [`${bare === 1 ? 'An image has' : `${bare} images have`} no alternative text.`] : []),
    ...(Buffer.byteLength(html) > GMAIL_BYTES ? ['The HTML is over 100 KB. Gmail shows only its beginning.'] : []),
  ];
}
