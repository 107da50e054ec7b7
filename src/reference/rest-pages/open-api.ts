/** The parts of the OpenAPI document that the reference shows. */
export interface OpenApi {
  info: { description: string };
  servers: [{ url: string }];
  tags: { name: string; description: string }[];
  'x-tagGroups': { name: string; tags: string[] }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
    headers: Record<string, Header>;
  };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: [string];
  deprecated?: boolean;
  parameters?: (Parameter | Ref)[];
  requestBody?: { description?: string; content: Record<string, Content> };
  /** By status. */
  responses: Record<string, Answer | Ref>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  deprecated?: boolean;
  description?: string;
  schema: Schema;
}

export interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Answer {
  description: string;
  content?: Record<string, Content>;
  headers?: Record<string, unknown>;
}

export interface Header {
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Ref {
  $ref: string;
}

/** A JSON Schema, with the keywords that the document has. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  deprecated?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** The name of the component that a reference means. */
export const nameIn = (ref: string): string => ref.split('/').at(-1) as string;
