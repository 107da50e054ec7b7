import type { IncomingMessage } from 'node:http';
import { type Language, languageFor } from './language.ts';

type Request = Pick<IncomingMessage, 'headers'>;

/** The languages that a browser asks for (BCP 47 tags), in the order in which it names them. */
export const languagesAsked = ({ headers }: Request): string[] =>
  (headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((tag) => tag.split(';')[0]!.trim());

/** The one of ours that a browser asks for, where nothing else tells. */
export const languageAsked = (request: Request): Language => languageFor(...languagesAsked(request));
