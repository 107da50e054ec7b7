import { createContactField } from '../domain/audience/contact-fields.ts';
import { findReadyMadeTemplates } from '../domain/content/ready-made/list.ts';
import { createTemplate, findTemplate } from '../domain/content/templates.ts';
import { createSegment } from '../domain/segments/segments.ts';
import type { Scope } from '../scope.ts';

export const TEMPLATES = [
  'Welcome',
  'Newsletter: letter',
  'Newsletter: magazine',
  'Newsletter: products',
  'Product announcement',
  'Order confirmation',
  'Shipping confirmation',
];

export const FIELDS = [
  { key: 'city', label: 'City', type: 'text' },
  { key: 'favourite', label: 'Favourite', type: 'text' },
  { key: 'orders', label: 'Orders', type: 'number' },
];

const SEGMENTS = [
  {
    name: 'Active VIPs',
    conditions: {
      operator: 'and',
      rules: [
        { type: 'tags', operator: 'has_any', value: ['vip'] },
        { type: 'engagement', operator: 'active_within_days', value: 30 },
      ],
    },
  },
  {
    name: 'Local regulars',
    conditions: {
      operator: 'and',
      rules: [
        { type: 'attribute', field: 'city', operator: 'in', value: ['Amsterdam', 'Haarlem'] },
        { type: 'attribute', field: 'orders', operator: 'gte', value: 3 },
      ],
    },
  },
  {
    name: 'Abandoned cart',
    conditions: {
      operator: 'and',
      rules: [{ type: 'event', operator: 'performed', value: { name: 'cart.abandoned', within_days: 14 } }],
    },
  },
  {
    name: 'Inactive for 90 days',
    conditions: { operator: 'and', rules: [{ type: 'engagement', operator: 'inactive_for_days', value: 90 }] },
  },
];

/** Creates the templates and contact fields that the team does not have yet. */
export async function furnish(scope: Scope): Promise<void> {
  await createTemplates(scope, TEMPLATES);
  const known = new Set(
    (await scope.db.contactField.findMany({ where: { teamId: scope.team.id } })).map(({ key }) => key),
  );
  for (const field of FIELDS) if (!known.has(field.key)) await createContactField(scope, field);
}

/** Creates ready-made templates under their own names with `ending`, unless the team has them. Returns the ids of the new ones. */
export async function createTemplates(scope: Scope, names: readonly string[], ending = ''): Promise<string[]> {
  const ids: string[] = [];
  for (const template of findReadyMadeTemplates(names)) {
    const { subject, editor, content, localeVariants } = template;
    const name = `${template.name}${ending}`;
    if (await findTemplate(scope, name)) continue;
    ids.push((await createTemplate(scope, { name, subject, editor, content, localeVariants })).id);
  }
  return ids;
}

/** Creates the segments of the newsletter. Returns their ids. */
export async function addSegments(scope: Scope, listId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const segment of SEGMENTS) ids.push((await createSegment(scope, listId, segment)).id);
  return ids;
}
