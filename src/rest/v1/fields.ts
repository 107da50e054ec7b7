import {
  CreateFieldDocument,
  DeleteFieldDocument,
  FieldDocument,
  FieldsDocument,
  UpdateFieldDocument,
} from '../../generated/documents.ts';
import { answer, created, gone, one, page } from '../answer.ts';
import { metaSchema } from '../openapi/envelopes.ts';
import { reference } from '../openapi/json-schema.ts';
import { object, split } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

/** The field, and beside it how many values its new type fits. */
const changed = answer(
  ({ converted, unconverted, ...data }: ValueOf<typeof UpdateFieldDocument>) => ({
    status: 200,
    body: { data, meta: { converted, unconverted } },
  }),
  (value) => {
    const [meta, data] = split(value, 'converted', 'unconverted');
    return { 200: metaSchema(reference('Field', object(data)), meta) };
  },
);

export const fields = [
  route('GET /fields', FieldsDocument, page),
  route('POST /fields', CreateFieldDocument, created),
  route('GET /fields/:key', FieldDocument, one),
  route('PATCH /fields/:key', UpdateFieldDocument, changed),
  route('DELETE /fields/:key', DeleteFieldDocument, gone),
];
