import {
  CreateFieldDocument,
  DeleteFieldDocument,
  FieldDocument,
  FieldsDocument,
  UpdateFieldDocument,
  type UpdateFieldMutation,
} from '../../generated/documents.ts';
import { answer, created, gone, one, page } from '../answer.ts';
import { type JsonSchema, reference } from '../openapi/json-schema.ts';
import { PAGES, route } from '../route.ts';

/** The field, and beside it how many values its new type fits. */
const changed = answer(
  ({ converted, unconverted, ...data }: UpdateFieldMutation['updateContactField']) => ({
    status: 200,
    body: { data, meta: { converted, unconverted } },
  }),
  ({ properties }) => {
    const { converted, unconverted } = properties as Record<string, JsonSchema>;
    const meta = { type: 'object', properties: { converted, unconverted }, required: ['converted', 'unconverted'] };
    return { 200: { type: 'object', properties: { data: reference('Field'), meta }, required: ['data', 'meta'] } };
  },
);

export const fields = [
  route('GET /fields', FieldsDocument, page, PAGES),
  route('POST /fields', CreateFieldDocument, created),
  route('GET /fields/:key', FieldDocument, one),
  route('PATCH /fields/:key', UpdateFieldDocument, changed),
  route('DELETE /fields/:key', DeleteFieldDocument, gone),
];
