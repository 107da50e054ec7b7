import { RecordConversionDocument, type RecordConversionMutation } from '../../generated/documents.ts';
import { answer } from '../answer.ts';
import { dataSchema } from '../openapi/responses.ts';
import { route } from '../route.ts';

type Conversion = RecordConversionMutation['recordConversion'];

const recorded = answer(
  (data: Conversion) => ({ status: (data.status as string) === 'recorded' ? 201 : 200, body: { data } }),
  (value) => ({ 200: dataSchema(value), 201: dataSchema(value) }),
);

export const conversions = [route('POST /conversions', RecordConversionDocument, recorded)];
