import type { Route } from '../route.ts';
import { GROUPS, type Tag } from './tag-groups.ts';

const TAGS: ReadonlyMap<string, Tag> = new Map(
  GROUPS.flatMap(({ tags }) => tags.map((tag) => [tag.name, tag] as const)),
);

/** The tag of each resource in paths that shares the tag of another. */
const SHARED: ReadonlyMap<string, string> = new Map(
  [...TAGS.values()].flatMap(({ name, with: others = [] }) => others.map((other) => [other, name] as const)),
);

/** The tag of a route: its resource, or the one whose tag it shares. Throws for a resource without a tag. */
export function tagOf({ path }: Route): string {
  const parts = path.split('/').filter((part) => part && !part.startsWith(':'));
  const resource = parts.at(path.startsWith('/lists/:list/') ? 1 : 0) as string;
  const name = SHARED.get(resource) ?? resource;
  if (!TAGS.has(name)) throw new Error(`Describe the tag ${name} in src/rest/openapi/tag-groups.ts.`);
  return name;
}

/** A tag as a heading: `transactional-mails` is "Transactional mails". */
export const labelOf = (name: string): string => {
  const { label } = TAGS.get(name) ?? {};
  return label ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
};

/** All tags, from those of the first steps to those of experts. */
export const describeTags = (): object[] =>
  [...TAGS.values()].map(({ name, description }) => ({ name, description, 'x-displayName': labelOf(name) }));

/** The tags below headings, as documentation tools show them. */
export const groupTags = (): object[] => GROUPS.map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) }));
