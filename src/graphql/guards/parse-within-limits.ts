import { type DocumentNode, parse } from 'graphql';
import { LIMITS, refusal } from './limits.ts';

/** Throws GraphQLError for a text that is too long to be looked at. */
export function refuseLong(source: string): void {
  if (source.length > LIMITS.characters) {
    throw refusal(`The document must not be longer than ${LIMITS.characters} characters.`);
  }
}

/** Parses a document. Throws GraphQLError for one that is too large or too deep, too. */
export function parseWithinLimits(source: string, options: object = {}): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: LIMITS.tokens });
  } catch (error) {
    // The parser is recursive, and even this few tokens can be nested deeper than the stack allows.
    if (error instanceof RangeError) throw refusal('The document is nested too deeply.');
    throw error;
  }
}
