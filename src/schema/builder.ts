import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { type Permission, refusalOf } from '../domain/platform/permissions.ts';
import { UnauthenticatedError } from '../errors.ts';
import type PrismaTypes from '../generated/pothos.ts';
import { getDatamodel } from '../generated/pothos.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { JsonObject } from '../validation/json.ts';
import type { Context } from './context.ts';
import { permissionOf, permissionsOf } from './permissions.ts';
import { DATE_TIME, JSON_OBJECT, JSON_VALUE, MONEY, SAFE_INT, TEXTS } from './scalars.ts';

export interface SchemaTypes {
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  AuthScopes: Record<Permission, boolean>;
  Connection: { total(): Promise<number> };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    EmailAddress: { Input: string; Output: string };
    SafeInt: { Input: number; Output: number };
    Date: { Input: string; Output: string };
    DateOrDateTime: { Input: string; Output: string };
    Duration: { Input: string; Output: string };
    Money: { Input: number; Output: number };
    URL: { Input: string; Output: string };
    CurrencyCode: { Input: string; Output: string };
    DateTimeOrLocalDateTime: { Input: string; Output: string };
    LocalDateTime: { Input: string; Output: string };
    Locale: { Input: string; Output: string };
    TimeOfDay: { Input: string; Output: string };
    TimeZone: { Input: string; Output: string };
    JSONObject: { Input: JsonObject; Output: object };
    JSON: { Input: unknown; Output: unknown };
  };
}

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ access }) => permissionsOf(access),
    unauthorizedError: (_parent, { access }, info) =>
      access ? refusalOf(access, permissionOf(info)) : new UnauthenticatedError(),
    authorizeOnSubscribe: true,
  },
  prisma: {
    client: ({ scope }) => scope.db as PrismaClient,
    dmmf: getDatamodel(),
    onUnusedQuery: null,
  },
  relay: {
    cursorType: 'String',
    nodesOnConnection: true,
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    edgesFieldOptions: { nullable: false },
    nodeFieldOptions: { nullable: false },
    nodesFieldOptions: { nullable: false },
  },
});

/** The builder of an input type's fields, for fields that several input types share. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;

// Declares permissions once, so that no field can forget them. Fields with other permissions use `requires`.
builder.queryType({ authScopes: { read: true } });
builder.mutationType({ authScopes: { write: true } });
builder.subscriptionType({ authScopes: { read: true } });

builder.addScalarType('DateTime', DATE_TIME);
builder.addScalarType('SafeInt', SAFE_INT);
for (const scalar of TEXTS) builder.addScalarType(scalar.name as 'URL', scalar);
builder.addScalarType('Money', MONEY);
builder.addScalarType('JSONObject', JSON_OBJECT);
builder.addScalarType('JSON', JSON_VALUE);
