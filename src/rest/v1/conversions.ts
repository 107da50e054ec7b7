import {
  RecordConversionDocument,
  RefundConversionDocument,
  RefundOrderDocument,
  UpdateConversionDocument,
  UpdateOrderDocument,
} from '../../generated/documents.ts';
import { answer, one } from '../answer.ts';
import { dataSchema } from '../openapi/envelopes.ts';
import { route } from '../route.ts';

const recorded = answer(
  (data: object & { status: 'recorded' | 'duplicate' }) => ({
    status: data.status === 'recorded' ? 201 : 200,
    body: { data },
  }),
  (value) => ({ 200: dataSchema(value), 201: dataSchema(value) }),
);

export const conversions = [
  route('POST /conversions', RecordConversionDocument, recorded),
  route('PATCH /conversions', UpdateOrderDocument, one),
  route('PATCH /conversions/:conversion', UpdateConversionDocument, one),
  route('POST /conversions/refund', RefundOrderDocument, recorded),
  route('POST /conversions/:conversion/refund', RefundConversionDocument, recorded),
];
