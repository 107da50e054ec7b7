import type { FastifyRequest } from 'fastify';

/** The languages that a browser asks for (BCP 47 tags), in the order in which it names them. */
export const languagesAsked = ({ headers }: FastifyRequest): string[] =>
  (headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((tag) => tag.split(';')[0]!.trim());
