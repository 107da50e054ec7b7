import { GraphQLError } from 'graphql';
import { type ErrorCode, ExpectedError, ValidationError } from '../errors.ts';
import type { Log } from '../log.ts';
import { TooSlowError } from '../queue.ts';

/**
 * Gives an error the form in which clients see it: `extensions.code`, and `extensions.issues` for what was invalid.
 * A fault of ours is logged here, once, and says nothing of its cause.
 */
export function maskError(error: unknown, log: Log): GraphQLError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const where = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {};
  if (cause instanceof GraphQLError) return OURS.has(cause.extensions.code) ? cause : invalid(cause);
  if (cause instanceof ValidationError) {
    const issues = cause.issues.map(({ path, problem }) => ({ path: path.join('.'), message: problem }));
    return new GraphQLError(cause.message, { ...where, extensions: { code: cause.code, issues } });
  }
  if (cause instanceof ExpectedError) {
    return new GraphQLError(cause.message, { ...where, extensions: { code: cause.code } });
  }
  if (cause instanceof TooSlowError) return new GraphQLError(cause.message, { extensions: { code: 'RATE_LIMITED' } });
  log.error({ err: cause }, 'operation failed');
  return new GraphQLError('Server error.', { ...where, extensions: { code: 'INTERNAL' } });
}

/** The same for the ways that bypass Yoga, which alone reads the notes that its plugins leave in the extensions. */
export function plainError(error: unknown, log: Log): GraphQLError {
  const masked = maskError(error, log);
  if (!('http' in masked.extensions)) return masked;
  const { http: _, ...extensions } = masked.extensions;
  const { message, nodes, source, positions, path } = masked;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

/** Yoga has codes of its own, for what is invalid as well. */
const OURS = new Set<unknown>([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'VALIDATION_FAILED',
  'RATE_LIMITED',
  'INTERNAL',
] satisfies ErrorCode[]);

const COERCION = /^Variable "\$(\w+)" got invalid value .* at "([^"]+)"; (.*)$/s;

/** What graphql-js itself refuses: syntax, unknown fields, values that do not fit their type. */
function invalid(error: GraphQLError): GraphQLError {
  const [, , path = '', message = ''] = COERCION.exec(error.message) ?? [];
  const issues = path
    ? [
        {
          path: path
            .replace(/\[(\d+)\]/g, '.$1')
            .split('.')
            .slice(1)
            .join('.'),
          message,
        },
      ]
    : [];
  return new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    extensions: { ...error.extensions, code: 'VALIDATION_FAILED', issues },
  });
}
