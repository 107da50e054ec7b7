import { namesIn } from '../content/rendering/pool.ts';
import type { CampaignContent } from './campaign-content.ts';

/** The subscriber fields that a campaign shows or depends on. */
export interface NamedFields {
  /** Names as in Liquid, such as `first_name`. */
  fields: ReadonlySet<string>;
  /** Keys of attributes. */
  attributes: ReadonlySet<string>;
  /** Whether it may use any attribute, by a dynamic name. */
  anyAttribute: boolean;
}

/** Returns the subscriber fields named in a campaign's sources, in all languages. `owner`: the team's key. */
export async function namedFields(content: CampaignContent, owner: number): Promise<NamedFields> {
  const sources = Object.values(content).flatMap(({ subject, preheader, html, text }) => [
    ...[subject, preheader ?? '', html, text ?? ''],
  ]);
  const paths = await namesIn([...new Set(sources)], owner);
  const fields = new Set<string>(['locale']);
  const attributes = new Set<string>();
  let anyAttribute = false;
  for (const [root, field, key] of paths) {
    if (root !== 'subscriber') continue;
    if (field === 'attributes' && typeof key === 'string') attributes.add(key);
    else if (field === 'attributes') anyAttribute = true;
    else if (typeof field === 'string') fields.add(field);
    else {
      for (const name of SCALARS) fields.add(name);
      anyAttribute = true;
    }
  }
  return { fields, attributes, anyAttribute };
}

const SCALARS = ['email', 'first_name', 'last_name', 'timezone', 'tags', 'subscribed_at'];
