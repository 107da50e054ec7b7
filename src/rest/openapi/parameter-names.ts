import type { JsonSchema } from './json-schema.ts';

/** Parameters that mean the same everywhere. */
const PAGING: ReadonlySet<unknown> = new Set(['page', 'per_page', 'after']);

interface Operation {
  tags: string[];
  requestBody?: { content: object };
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
}

/** `ListId` for `list_id`, and `IdempotencyKey` for `Idempotency-Key`. */
const inCapitals = (name: string): string =>
  name.replace(/(?:^|[_-])(.)/g, (_, letter: string) => letter.toUpperCase());

const isUpload = ({ requestBody }: Operation): boolean => 'multipart/form-data' in (requestBody?.content ?? {});
const jsonOf = ({ responses }: Operation) => responses[200]?.content?.['application/json'];
const isDownload = (operation: Operation): boolean =>
  operation.responses[200]?.content !== undefined && !jsonOf(operation);

/** What a list consists of: `Campaign` for a `CampaignPage`. */
function listed(operation: Operation): string | undefined {
  const body = jsonOf(operation)?.schema.$ref?.split('/').at(-1) ?? '';
  const ending = ['Page', 'ListResponse'].find((one) => body.endsWith(one));
  return ending && body.slice(0, -ending.length);
}

/** The only value, or undefined for several. */
const only = <Value>(values: readonly Value[]): Value | undefined =>
  new Set(values).size === 1 ? values[0] : undefined;

/** What the operations with a parameter are about, for its name. */
function subjectOf(operations: readonly Operation[]): string {
  const lists = operations.filter((one) => !isDownload(one));
  const tag = only(lists.map(({ tags }) => tags[0] as string));
  return only(lists.map(listed)) ?? (tag ? inCapitals(tag).replace(/s$/, '') : '');
}

/**
 * Names for a parameter, the best first. One of the path is named as it is, one of the header ends with `Header`. One of the query
 * says what it is about: a filter of a list (`CampaignStatusFilter`), the order of a list (`SubscriberSort`), or an option of a file
 * (`ImportEncodingOption`). One that is required identifies something.
 */
export function parameterNames(parameter: JsonSchema, operations: readonly JsonSchema[]): string[] {
  const all = operations as unknown as Operation[];
  const { name, schema, required } = parameter as { name: string; schema: { $ref?: string }; required: boolean };
  const own = inCapitals(name);
  const subject = subjectOf(all);
  const about = (prefix: string) => (own.startsWith(prefix) ? own : `${prefix}${own}`);
  if (parameter.in === 'path') return [name === 'key' ? 'FieldKey' : own];
  if (parameter.in === 'header') return [`${own}Header`];
  if (PAGING.has(name)) return [own, about(subject)];
  if (name === 'sort') return [about(subject || (listed(all[0] as Operation) ?? ''))];
  if (required) return [about(subject || 'Person')];
  const value = schema.$ref?.split('/').at(-1);
  if (value) return [`${value}${all.every((one) => isUpload(one) || isDownload(one)) ? 'Option' : 'Filter'}`];
  if (all.every(isUpload)) return [`${about('Import')}Option`];
  if (all.every(isDownload)) return [`${about('File')}Option`];
  return [`${about(subject)}Filter`, `${about(listed(all[0] as Operation) ?? '')}Filter`];
}
