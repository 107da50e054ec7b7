import {
  ConversionDocument,
  RecordConversionDocument,
  RefundConversionDocument,
  RefundOrderDocument,
  RevenueDocument,
  UpdateConversionDocument,
  UpdateOrderDocument,
} from '../../generated/documents.ts';
import { answer, one } from '../answer.ts';
import { dataSchema, metaSchema } from '../openapi/envelopes.ts';
import { split } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

const recorded = answer(
  (data: object & { status: 'recorded' | 'duplicate' }) => ({
    status: data.status === 'recorded' ? 201 : 200,
    body: { data },
  }),
  (value) => ({ 200: dataSchema(value), 201: dataSchema(value) }),
);

const CONVERSION = {
  email: 'ada@example.com',
  value: 1250,
  currency: 'EUR',
  occurred_at: '2026-01-31T12:00:00Z',
  reference: 'order-1001',
};

export const conversions = [
  route('POST /conversions', RecordConversionDocument, recorded, { example: CONVERSION }),
  route('PATCH /conversions', UpdateOrderDocument, one, { example: { reference: 'order-1001', value: 1490 } }),
  route('GET /conversions/:conversion', ConversionDocument, one),
  route('PATCH /conversions/:conversion', UpdateConversionDocument, one, { example: { value: 1490 } }),
  route('POST /conversions/refund', RefundOrderDocument, recorded, {
    example: { reference: 'order-1001', value: 250, refund_reference: 'refund-77' },
  }),
  route('POST /conversions/:conversion/refund', RefundConversionDocument, recorded, {
    example: { value: 250, refund_reference: 'refund-77' },
  }),
];

/** The groups, with the period and totals. */
const report = answer(
  ({ groups, ...meta }: ValueOf<typeof RevenueDocument>) => ({ status: 200, body: { data: groups, meta } }),
  (value) => {
    const [{ groups }, meta] = split(value, 'groups');
    return { 200: metaSchema(groups, meta) };
  },
);

export const revenue = [
  route('GET /revenue', RevenueDocument, report, {
    description:
      "The revenue of a period: the last 30 days, unless `since` and `until`, or `from` and `to`, say otherwise. Each also takes a day in the team's time zone, such as 2026-11-26, inclusive. Groups by day, currency or origin include all sales. Other groups include only sales credited to an e-mail of that kind.",
  }),
];
