import {
  CreateTokenDocument,
  type CreateTokenMutation,
  RevokeTokenDocument,
  TeamDocument,
  TokensDocument,
  UpdateTeamDocument,
  UsageDocument,
} from '../../generated/documents.ts';
import { answer, gone, one, page } from '../answer.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { dataSchema } from '../openapi/responses.ts';
import { PAGES, route } from '../route.ts';

/** The details of the token, and this once the token. */
const issued = answer(
  ({ token, details }: CreateTokenMutation['createToken']) => ({
    status: 201,
    body: { data: { ...(details as object), token } },
  }),
  (value) => {
    const { token, details } = value.properties as Record<string, JsonSchema>;
    return { 201: dataSchema({ allOf: [details, { type: 'object', properties: { token }, required: ['token'] }] }) };
  },
);

export const platform = [
  route('GET /tokens', TokensDocument, page, PAGES),
  route('POST /tokens', CreateTokenDocument, issued),
  route('DELETE /tokens/:token', RevokeTokenDocument, gone),
  route('GET /team', TeamDocument, one),
  route('PATCH /team', UpdateTeamDocument, one),
  route('GET /usage', UsageDocument, one),
];
