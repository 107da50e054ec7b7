import type { RequestRowFragment } from '../../../../generated/dashboard/requests.ts';

/** A page of the API reference, and what it is about. */
interface ReferenceLink {
  label: string;
  href: string;
}

const TYPES = { QUERY: 'Query', MUTATION: 'Mutation', SUBSCRIPTION: 'Subscription' } as const;

/** The operations of a call in the reference. */
export function operationLinks(reference: string, call: RequestRowFragment): ReferenceLink[] {
  const { operationType, rootFields, method, route } = call;
  if (operationType)
    return rootFields
      .filter((name) => !name.startsWith('__'))
      .map((name) => ({ label: name, href: `${reference}/graphql/${TYPES[operationType]}#${name}` }));
  if (!route?.startsWith('/v1/')) return [];
  const label = `${method} ${route}`;
  return [{ label, href: `${reference}/find?operation=${encodeURIComponent(label)}` }];
}

/** An error code in the reference. `email=format` is the code of a value, and so is every code of REST. */
export function codeLink(reference: string, code: string): ReferenceLink {
  const isOfValue = code.includes('=') || code !== code.toUpperCase();
  const word = code.slice(code.lastIndexOf('=') + 1).toUpperCase();
  return { label: code, href: isOfValue ? `${reference}/graphql/IssueCode#${word}` : `${reference}/graphql/Query` };
}
