import { useTranslation } from 'react-i18next';

interface ReadyMade {
  key: string;
  name: string;
  description: string;
}

/** Name and description by language and by the key of what is ready-made. */
type Words = Readonly<Record<string, Readonly<Record<string, Omit<ReadyMade, 'key'>>>>>;

/**
 * Says what is ready-made in the chosen language. The server says it in English; what `words` does not have, because the server is
 * newer than this page, stays in English.
 */
export function useReadyMade(words: Words): <One extends ReadyMade>(one: One) => One {
  const known = words[useTranslation().i18n.language] ?? {};
  return (one) => (Object.hasOwn(known, one.key) ? { ...one, ...known[one.key] } : one);
}
