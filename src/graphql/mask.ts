import { GraphQLError } from 'graphql';
import { ExpectedError, sentence, ValidationError } from '../errors.ts';
import type { Log } from '../log.ts';
import { TooSlowError } from '../queue.ts';

/**
 * Gives an error the form in which clients see it: `extensions.code`, and `extensions.issues` for what was invalid.
 * A fault of ours is logged here, once, and says nothing of its cause.
 */
export function maskError(error: unknown, log: Log): GraphQLError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const where = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {};
  if (cause instanceof GraphQLError) return cause.extensions.code ? cause : invalid(cause);
  if (cause instanceof ValidationError) {
    const issues = cause.issues.map((issue) => ({ path: issue.path.join('.'), message: sentence(issue) }));
    return new GraphQLError(cause.message, { ...where, extensions: { code: cause.code, issues } });
  }
  if (cause instanceof ExpectedError) {
    return new GraphQLError(cause.message, { ...where, extensions: { code: cause.code } });
  }
  if (cause instanceof TooSlowError) return new GraphQLError(cause.message, { extensions: { code: 'RATE_LIMITED' } });
  log.error({ err: cause }, 'operation failed');
  return new GraphQLError('Server error.', { ...where, extensions: { code: 'INTERNAL' } });
}

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
