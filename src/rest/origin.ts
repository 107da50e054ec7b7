import type { FastifyRequest } from 'fastify';
import type { Context } from '../schema/context.ts';

/** The origin of a request, for the audit log. */
export const originOf = ({ ip }: Pick<FastifyRequest, 'ip'>): Context['from'] => ({ via: 'rest', address: ip });
