import { useTranslation } from 'react-i18next';

interface ReadyMade {
  key: string;
  name: string;
  description: string;
}

/** Name and description of ready-made objects, by language and key. */
type Words = Readonly<Record<string, Readonly<Record<string, Omit<ReadyMade, 'key'>>>>>;

/**
 * Translates ready-made names and descriptions. The server sends English. A newer server may have keys missing from `words`;
 * they stay in English.
 */
export function useReadyMade(words: Words): <One extends ReadyMade>(one: One) => One {
  const known = words[useTranslation().i18n.language] ?? {};
  return (one) => (Object.hasOwn(known, one.key) ? { ...one, ...known[one.key] } : one);
}
