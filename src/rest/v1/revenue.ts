import { RevenueDocument, type RevenueQuery } from '../../generated/documents.ts';
import { answer } from '../answer.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { route } from '../route.ts';

/** The groups, and beside them the period and the sums. */
const report = answer(
  ({ groups, ...meta }: RevenueQuery['revenue']) => ({ status: 200, body: { data: groups, meta } }),
  ({ properties }) => {
    const { groups, ...meta } = properties as Record<string, JsonSchema>;
    const about = { type: 'object', properties: meta, required: Object.keys(meta) };
    return { 200: { type: 'object', properties: { data: groups, meta: about }, required: ['data', 'meta'] } };
  },
);

export const revenue = [route('GET /revenue', RevenueDocument, report)];
