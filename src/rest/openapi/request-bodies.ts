import { IMAGE_TYPES } from '../image-upload.ts';
import { described, type JsonSchema, notNull } from './json-schema.ts';
import type { Variable } from './request-parameters.ts';

/** A body of JSON: the whole input, or an object of the variables. Undefined without variables. */
export function jsonBody(variables: Variable[]): JsonSchema | undefined {
  const whole = variables.find(({ name }) => name === 'input');
  if (whole) return notNull(whole.schema);
  if (variables.length === 0) return undefined;
  const required = variables.filter((variable) => variable.required).map(({ wire }) => wire);
  return {
    type: 'object',
    properties: propertiesOf(variables),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

const propertiesOf = (variables: Variable[]) =>
  Object.fromEntries(
    variables.map(({ wire, schema, description }) => {
      const words = [description, schema.description].filter(Boolean).join(' ');
      return [wire, described(schema, words)];
    }),
  );

/** A file. Generators recognise the format, validators the media type. */
const fileOf = (description: string, contentMediaType = 'application/octet-stream'): JsonSchema => ({
  type: 'string',
  format: 'binary',
  contentMediaType,
  description,
});

/** A form with a file after its fields. It comes first, because most generators take the first type of a body. */
const formWith = (fields: Variable[], file: JsonSchema, example?: object): JsonSchema => ({
  'multipart/form-data': {
    schema: { type: 'object', properties: { ...propertiesOf(fields), file }, required: ['file'] },
    ...(example && { example }),
  },
});

/** An image in a form with its fields, or as the body. */
export function imageBody(fields: Variable[]): JsonSchema {
  return {
    required: true,
    description: 'An image of up to 10 MB.',
    content: {
      ...formWith(fields, fileOf('The image.')),
      ...Object.fromEntries(IMAGE_TYPES.map((type) => [type, { schema: fileOf('The image.', type) }])),
    },
  };
}

const CSV = 'email,first_name\r\nbob@example.org,Bob\r\n';

/** A file in a form after its fields, or as the body. */
export function fileBody(fields: Variable[]): JsonSchema {
  const file = fileOf('The last part of the form.');
  return {
    required: true,
    description:
      'A file of any size, optionally compressed with gzip. In a form, send the file last: a field after it is refused.',
    content: {
      ...formWith(fields, file, { file: CSV }),
      'text/csv': { schema: { type: 'string' }, example: CSV },
      'application/gzip': { schema: fileOf('The file, compressed with gzip.', 'application/gzip') },
    },
  };
}
