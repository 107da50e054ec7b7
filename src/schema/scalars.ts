import { GraphQLScalarType } from 'graphql';
import {
  DateTimeResolver,
  EmailAddressResolver,
  JSONObjectResolver,
  JSONResolver,
  NonNegativeIntResolver,
  SafeIntResolver,
} from 'graphql-scalars';
import { builder } from './builder.ts';

builder.addScalarType('DateTime', DateTimeResolver);
// The library's pattern only allows ASCII, but stored addresses may have other letters.
builder.addScalarType(
  'EmailAddress',
  new GraphQLScalarType({ ...EmailAddressResolver.toConfig(), serialize: String, parseValue: String }),
);
builder.addScalarType('SafeInt', SafeIntResolver);
builder.addScalarType('NonNegativeInt', NonNegativeIntResolver);
builder.addScalarType('JSONObject', JSONObjectResolver);
builder.addScalarType('JSON', JSONResolver);
