import type { IncomingMessage } from 'node:http';

/** The interfaces that a self-hosted installation also serves below `/api`, as the specification writes its addresses. */
const INTERFACES = /^\/api(?=\/(v1|graphql|openapi\.json)([/?]|$))/;

/** The URL of a request, without `/api`: each route stands once. `request.originalUrl` is as the client wrote it. */
export const withoutApiPrefix = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => url.replace(INTERFACES, '');

/** The prefix that a REST request was sent to: `/v1` or `/api/v1`. */
export const restPrefixOf = (originalUrl: string): string => (INTERFACES.test(originalUrl) ? '/api/v1' : '/v1');
