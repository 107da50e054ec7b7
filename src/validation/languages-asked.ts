import type { IncomingMessage } from 'node:http';
import { type Language, languageFor } from './language.ts';

type Request = Pick<IncomingMessage, 'headers'>;

/** The languages that a browser requests (BCP 47 tags), in order. */
export const languagesAsked = ({ headers }: Request): string[] =>
  (headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((tag) => tag.split(';')[0]!.trim());

/** Our language for a browser, if there is no other indication. */
export const languageAsked = (request: Request): Language => languageFor(...languagesAsked(request));
