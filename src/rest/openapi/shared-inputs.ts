import type { JsonSchema } from './json-schema.ts';

type Components = Record<string, JsonSchema>;

/**
 * Bodies with the same keys in several operations: the name of the one component, and what it is. A single body keeps the noun of
 * its path: a sale is a conversion in REST.
 */
const SHARED: Readonly<Record<string, { of: readonly string[]; description: string }>> = {
  SubscriberTagsInput: {
    of: ['AddSubscriberTagsInput', 'RemoveSubscriberTagsInput'],
    description: 'The names of tags to add or remove.',
  },
  SubscriberInput: {
    of: ['SubscriberInput', 'CreateSubscriberInput'],
    description:
      'A person to subscribe. `createSubscriber` refuses unknown keys. `createSubscribers` ignores most, and lists them in the header `X-Ignored-Keys`.',
  },
  SendWindow: {
    of: ['SendWindow', 'SendWindowInput'],
    description: "The hours in which messages are sent, in the team's time zone.",
  },
  RecordConversionInput: { of: ['RecordSaleInput'], description: 'A sale to record.' },
  RefundConversionInput: { of: ['RefundSaleInput'], description: 'A refund of a sale.' },
  RefundOrderInput: { of: ['RefundSaleByReferenceInput'], description: 'A refund of the sale with a reference.' },
  UpdateConversionInput: { of: ['UpdateSaleInput'], description: 'A correction of a sale.' },
  UpdateOrderInput: {
    of: ['UpdateSaleByReferenceInput'],
    description: 'A correction of the sale with a reference.',
  },
  TagInput: { of: ['CreateTagInput', 'RenameTagInput'], description: 'A tag.' },
  WarningsMeta: {
    of: ['CreateTemplateMeta', 'SendTransactionalMailMeta'],
    description: 'Warnings that did not stop the request.',
  },
};

/** The new name of each. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SHARED).flatMap(([name, { of }]) => of.map((one) => [one, name] as const)),
);

/** The schema without words, which operations may choose differently, and without what it says of unknown keys. */
const shapeOf = (schema: JsonSchema): string =>
  JSON.stringify(schema, (key, value) => {
    if (key === 'additionalProperties' && value === false) return undefined;
    return key === 'description' && typeof value === 'string' ? undefined : value;
  });

/** Combines components with the same keys. Changes the components, and the references to them in the parts. */
export function shareInputs(components: Components, ...parts: unknown[]): void {
  for (const [name, { of, description }] of Object.entries(SHARED)) {
    const [first, ...others] = of.map((one) => components[one] as JsonSchema);
    if (!first || others.some((one) => shapeOf(one) !== shapeOf(first)))
      throw new Error(`${of.join(' and ')} differ, and cannot be one ${name}.`);
    for (const one of of) delete components[one];
    components[name] = { ...first, description };
  }
  const rename = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const place = part as JsonSchema;
    const known = typeof place.$ref === 'string' ? NAMES.get(place.$ref.split('/').at(-1) as string) : undefined;
    if (known) place.$ref = `#/components/schemas/${known}`;
    for (const inner of Object.values(place)) rename(inner);
  };
  rename([components, parts]);
}
