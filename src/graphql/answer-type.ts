import type { FastifyRequest } from 'fastify';

/** Whether a client reads the media type of GraphQL over HTTP. Such clients also read the errors beside a status of 400 or more. */
export const readsGraphqlJson = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('application/graphql-response+json') ?? false;

/** The Content-Type of an answer that no library writes. */
export const answerType = (request: FastifyRequest): string =>
  `application/${readsGraphqlJson(request) ? 'graphql-response+json' : 'json'}; charset=utf-8`;
