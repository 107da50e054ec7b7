import { createContactField } from '../domain/audience/contact-fields.ts';
import { findReadyMadeTemplates } from '../domain/content/ready-made/list.ts';
import { createTemplate, findTemplate } from '../domain/content/templates.ts';
import { createSegment } from '../domain/segments/segments.ts';
import type { Scope } from '../scope.ts';

const TEMPLATES = [
  'Welcome',
  'Newsletter: letter',
  'Newsletter: magazine',
  'Newsletter: products',
  'Product announcement',
  'Order confirmation',
  'Shipping confirmation',
];

const FIELDS = [
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
  for (const { name, ...template } of findReadyMadeTemplates(TEMPLATES)) {
    const { subject, editor, content, localeVariants } = template;
    if (!(await findTemplate(scope, name))) {
      await createTemplate(scope, { name, subject, editor, content, localeVariants });
    }
  }
  const known = new Set(
    (await scope.db.contactField.findMany({ where: { teamId: scope.team.id } })).map(({ key }) => key),
  );
  for (const field of FIELDS) if (!known.has(field.key)) await createContactField(scope, field);
}

/** Creates the segments of the newsletter. */
export async function addSegments(scope: Scope, listId: string): Promise<void> {
  for (const segment of SEGMENTS) await createSegment(scope, listId, segment);
}
