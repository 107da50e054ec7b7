import type { JsonSchema } from './json-schema.ts';

interface Body {
  schema: JsonSchema;
  example: unknown;
}

/** The JSON bodies of notifications. */
export const bodiesOf = (webhooks: Record<string, JsonSchema>): Body[] =>
  Object.values(webhooks).map(({ post }) => {
    const { content } = (post as { requestBody: { content: { 'application/json': Body } } }).requestBody;
    return content['application/json'];
  });

/** The example of any notification. */
const SHOWN = 'mail.bounced';

const typeOf = ({ example }: Body): string => (example as { type: string }).type;

/** Any notification that is kept, told apart by its type. Tests are not kept. */
export function unionOfNotifications(bodies: readonly Body[]): JsonSchema {
  const kept = bodies.filter((body) => typeOf(body) !== 'ping');
  return {
    description: 'A notification. `type` says of which kind it is. More kinds may be added: ignore unknown ones.',
    oneOf: kept.map(({ schema }) => ({ $ref: schema.$ref })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(kept.map((body) => [typeOf(body), body.schema.$ref])),
    },
    examples: kept.filter((body) => typeOf(body) === SHOWN).map(({ example }) => example),
  };
}
