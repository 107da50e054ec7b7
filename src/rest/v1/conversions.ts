import { RecordConversionDocument } from '../../generated/documents.ts';
import { answer } from '../answer.ts';
import { dataSchema } from '../openapi/envelopes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

const recorded = answer(
  (data: ValueOf<typeof RecordConversionDocument>) => ({
    status: data.status === 'recorded' ? 201 : 200,
    body: { data },
  }),
  (value) => ({ 200: dataSchema(value), 201: dataSchema(value) }),
);

export const conversions = [route('POST /conversions', RecordConversionDocument, recorded)];
