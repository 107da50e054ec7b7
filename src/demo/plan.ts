/** A campaign of the year, and how well it did. */
export interface PlannedCampaign {
  subject: string;
  /** The name of its template. */
  template: string;
  /** The share of recipients who open it. Those who click are a sixth of them. */
  opened: number;
  /** The second subject of an A/B test, which wins. */
  rival?: string;
}

/** One campaign each fortnight, the oldest first. */
export const CAMPAIGNS: readonly PlannedCampaign[] = [
  { subject: 'A stollen for the first Sunday', template: 'Newsletter: products', opened: 0.37 },
  { subject: 'Last orders for the holidays', template: 'Product announcement', opened: 0.46 },
  { subject: 'What we bake in January', template: 'Newsletter: letter', opened: 0.31 },
  { subject: 'The rye week', template: 'Newsletter: letter', opened: 0.33 },
  { subject: 'A morning at the mill', template: 'Newsletter: magazine', opened: 0.35 },
  { subject: 'Carnival doughnuts, five days only', template: 'Product announcement', opened: 0.41 },
  { subject: 'Our starter is ten years old', template: 'Newsletter: magazine', opened: 0.36 },
  { subject: 'New: the seeded baguette', template: 'Newsletter: products', opened: 0.3 },
  { subject: 'Easter plaits: order by Thursday', template: 'Newsletter: products', opened: 0.4 },
  { subject: 'A course for beginners', template: 'Product announcement', opened: 0.34 },
  { subject: 'Flour, water, salt, and time', template: 'Newsletter: magazine', opened: 0.32 },
  {
    subject: 'Bread for the barbecue',
    template: 'Newsletter: products',
    opened: 0.31,
    rival: 'Three loaves that like fire',
  },
  { subject: 'Strawberry tarts until they are gone', template: 'Product announcement', opened: 0.42 },
  { subject: 'Longer hours in summer', template: 'Newsletter: letter', opened: 0.29 },
  { subject: 'How to keep a loaf for a week', template: 'Newsletter: magazine', opened: 0.38 },
  { subject: 'A picnic in a box', template: 'Newsletter: products', opened: 0.33 },
  { subject: 'We are away from 3 to 10 August', template: 'Product announcement', opened: 0.44 },
  { subject: 'Plums, plums, plums', template: 'Newsletter: letter', opened: 0.32 },
  { subject: 'Lunch boxes for the new term', template: 'Newsletter: products', opened: 0.3 },
  { subject: 'Meet the miller', template: 'Newsletter: magazine', opened: 0.34 },
  { subject: 'From field to loaf', template: 'Newsletter: magazine', opened: 0.36 },
  { subject: 'Pumpkin bread is back', template: 'Newsletter: products', opened: 0.39 },
  { subject: 'Opening hours in winter', template: 'Newsletter: letter', opened: 0.28 },
  { subject: 'Tell us about your last order', template: 'Newsletter: letter', opened: 0.3 },
  {
    subject: 'Gift cards, printed by hand',
    template: 'Newsletter: products',
    opened: 0.35,
    rival: 'A gift that smells of bread',
  },
  { subject: 'Sourdough Sunday', template: 'Newsletter: magazine', opened: 0.38 },
];

export const FORTNIGHT_DAYS = 14;
