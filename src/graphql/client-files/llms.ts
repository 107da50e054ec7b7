import type { GraphQLObjectType, GraphQLSchema } from 'graphql';

/**
 * The text for language models that write clients (llmstxt.org): where the documents of the API are, the rules that all operations
 * share, and the GraphQL operations.
 */
export const llmsTextOf = (schema: GraphQLSchema): string =>
  [
    INTRODUCTION,
    ...section('Queries', schema.getQueryType()),
    ...section('Mutations', schema.getMutationType()),
    ...section('Subscriptions', schema.getSubscriptionType()),
  ].join('\n');

const INTRODUCTION = `# Tidings

> Self-hosted e-mail marketing: lists, subscribers, events, segments, campaigns, automations and transactional e-mails. One server has two APIs with the same rules, REST below /api/v1 and GraphQL at /graphql.

- Send Authorization: Bearer TOKEN. A read token cannot change anything.
- REST names are snake_case (from_email), GraphQL names camelCase (fromEmail). Ids are UUIDs, money is in minor units with a currency, times are ISO 8601 in UTC.
- REST answers {data}, and {data, links, meta} for pages (page, per_page). Refused values are 422 with {message, errors: {field: [messages]}}.
- GraphQL answers refused values with extensions.code BAD_USER_INPUT and extensions.issues [{path, message, code}]. Connections take first, after, last, before and offset.
- Unknown keys are refused, with the name that was probably meant.
- Any write takes an Idempotency-Key. The same request with the same key gets the first answer again for 24 hours.
- 429 and 503 have Retry-After.
- Subscriptions are streams at /graphql: Accept: text/event-stream (graphql-sse) or a WebSocket (graphql-transport-ws).

## Documents

- [API reference](reference): both APIs for people, with curl examples and links between types
- [OpenAPI](openapi.json): every REST operation and webhook
- [Schema](schema.graphql): every GraphQL operation and type, with descriptions
- [Scalars](scalars.json): TypeScript types of the scalars, for code generators
- [Possible types](possible-types.json): the types of each interface and union, for Apollo Client
- [Types without id](types-without-id.json): for the keys of urql's Graphcache
`;

function section(title: string, type: GraphQLObjectType | null | undefined): string[] {
  const fields = Object.values(type?.getFields() ?? {}).sort((one, other) => one.name.localeCompare(other.name));
  const lines = fields.map(
    ({ name, description }) => `- ${name}${description ? `: ${firstSentence(description)}` : ''}`,
  );
  return [`## ${title}`, '', ...lines, ''];
}

/** One line, to its first full stop before a space. */
const firstSentence = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const end = line.indexOf('. ');
  return end < 0 ? line : line.slice(0, end + 1);
};
