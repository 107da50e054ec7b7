import type { IncomingMessage } from 'node:http';

/** Interfaces that are also served below `/api`, where the specification has them. */
const INTERFACES = /^\/api(?=\/(v1|graphql|openapi\.json)([/?]|$))/;

/** The URL of a request without `/api`, because each route is registered once. `request.originalUrl` is unchanged. */
export const withoutApiPrefix = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => url.replace(INTERFACES, '');

/** The prefix of a REST request: `/v1` or `/api/v1`. */
export const restPrefixOf = (originalUrl: string): string => (INTERFACES.test(originalUrl) ? '/api/v1' : '/v1');
