import { RevenueDocument } from '../../generated/documents.ts';
import { answer } from '../answer.ts';
import { metaSchema } from '../openapi/envelopes.ts';
import { split } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

/** The groups, with the period and totals. */
const report = answer(
  ({ groups, ...meta }: ValueOf<typeof RevenueDocument>) => ({ status: 200, body: { data: groups, meta } }),
  (value) => {
    const [{ groups }, meta] = split(value, 'groups');
    return { 200: metaSchema(groups, meta) };
  },
);

export const revenue = [route('GET /revenue', RevenueDocument, report)];
