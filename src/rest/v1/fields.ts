import {
  CreateFieldDocument,
  DeleteFieldDocument,
  FieldConversionDocument,
  FieldDocument,
  FieldsDocument,
  UpdateFieldDocument,
} from '../../generated/documents.ts';
import { answer, created, gone, one, page } from '../answer.ts';
import { metaSchema } from '../openapi/envelopes.ts';
import { notNull } from '../openapi/json-schema.ts';
import { split } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

/** The field and its conversion counts: 202 with the progress, while values are being converted. */
const changed = answer(
  ({ converted, unconverted, conversion, contactField: data }: ValueOf<typeof UpdateFieldDocument>) =>
    conversion?.status === 'processing'
      ? { status: 202, body: { data, meta: { converted, unconverted, conversion } } }
      : { status: 200, body: { data, meta: { converted, unconverted } } },
  (value) => {
    const [{ contactField: data, conversion, ...meta }] = split(
      value,
      ...(['contactField', 'converted', 'unconverted', 'conversion'] as const),
    );
    return { 200: metaSchema(data, meta), 202: metaSchema(data, { ...meta, conversion: notNull(conversion) }) };
  },
);

export const fields = [
  route('GET /fields', FieldsDocument, page),
  route('POST /fields', CreateFieldDocument, created, {
    example: { key: 'shoe_size', label: 'Shoe size', type: 'number' },
  }),
  route('GET /fields/:key', FieldDocument, one),
  route('GET /fields/:key/conversion', FieldConversionDocument, one),
  route('PATCH /fields/:key', UpdateFieldDocument, changed, { example: { label: 'Size of shoes', type: 'text' } }),
  route('DELETE /fields/:key', DeleteFieldDocument, gone),
];
