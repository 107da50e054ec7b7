/** An id in examples. */
export const EXAMPLE_ID = '01a1fe1c-74fd-718b-9e41-478b8cb0f072';

const CONDITIONS = {
  operator: 'and',
  rules: [
    { type: 'language', operator: 'equals', value: 'en' },
    { type: 'tags', operator: 'has_any', value: ['vip'] },
  ],
};

/**
 * What a request looks like, by the name of its input, or of its operation where it has none. Each works when it is sent as
 * it is to a team that has a template `Thanks`, and a list of the id above where a list is named.
 */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  CreateListInput: {
    name: 'Customers',
    locale: 'en',
    from_email: 'hello@shop.example',
    from_name: 'The Shoe Shop',
    requires_confirmation: false,
  },
  UpdateListInput: { name: 'Regular customers', from_name: 'The Shoe Shop' },
  SubscribePersonInput: {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Albrecht',
    timezone: 'Europe/Berlin',
    locale: 'en',
    tags: ['vip'],
    attributes: { city: 'Porto' },
  },
  UpdateSubscriberInput: { first_name: 'Ada', tags: ['vip'], attributes: { city: 'Lisbon' } },
  CreateContactFieldInput: { key: 'shoe_size', label: 'Shoe size', type: 'number' },
  UpdateContactFieldInput: { label: 'Size of shoes', type: 'text' },
  CreateTagInput: { name: 'summer' },
  RenameTag: { name: 'regular' },
  AddTags: { tags: ['vip'] },
  RemoveTags: { tags: ['vip'] },
  CreateSuppressionInput: { email: 'bob@example.org' },
  SetPersonTrackingInput: { email: 'ada@example.com', tracked: false },
  CreateSegmentInput: { name: 'Loyal customers', conditions: CONDITIONS },
  UpdateSegmentInput: { name: 'Very loyal customers', conditions: CONDITIONS },
  PreviewSegment: { conditions: CONDITIONS },
  ExportSubscribers: { format: 'csv', columns: ['email', 'first_name', 'attributes.city'] },
  RecordEventInput: {
    email: 'ada@example.com',
    name: 'order',
    properties: { items: ['boots'] },
    value: 1250,
    currency: 'EUR',
    occurred_at: '2026-01-31T12:00:00Z',
    reference: 'order-1001',
  },
  RecordConversionInput: {
    email: 'ada@example.com',
    value: 1250,
    currency: 'EUR',
    occurred_at: '2026-01-31T12:00:00Z',
    reference: 'order-1001',
  },
  RefundConversionInput: { value: 250, reference: 'refund-77' },
  RefundOrderInput: { reference: 'order-1001', value: 250 },
  CreateTemplateInput: {
    name: 'Welcome',
    editor: 'html',
    subject: 'Welcome, {{ name }}',
    content: '<h1>Welcome, {{ name }}!</h1>',
    styles: 'h1 { color: teal }',
  },
  UpdateTemplateInput: { subject: 'Welcome to the shop, {{ name }}' },
  RenderTemplateInput: { variables: { name: 'Ada' }, locale: 'en' },
  TestTemplateInput: { to: ['ada@example.com'], from: 'hello@shop.example', variables: { name: 'Ada' } },
  SendTransactionalMailInput: {
    template: 'Thanks',
    to: ['ada@example.com'],
    from: 'hello@shop.example',
    variables: { name: 'Ada', order: '1001' },
  },
  CreateCampaignInput: {
    name: 'Spring sale',
    list: EXAMPLE_ID,
    template: 'Thanks',
    subject: 'Spring is here',
    preheader: 'A loaf for you, {{ subscriber.first_name }}',
    utm: { source: 'newsletter', medium: 'email', campaign: 'spring' },
  },
  ScheduleCampaignInput: { at: '2026-12-01T09:00', timezone: 'recipient' },
  ResendCampaignInput: { who: 'not_opened', subject: 'Did you see our spring sale?' },
  UpdateCampaignInput: { name: 'Early spring sale', subject: 'Spring is near' },
  TestCampaignInput: { to: ['ada@example.com'] },
  CreateSendingDomainInput: { domain: 'shop.example' },
  CreateTransportInput: {
    name: 'Bulk',
    host: 'smtp.provider.example',
    port: 587,
    user: 'shop',
    password: 'the password of the account',
    messages_per_minute: 600,
  },
  UpdateTransportInput: { name: 'Newsletters', messages_per_minute: 300 },
  CreateFeedbackSourceInput: { provider: 'generic', name: 'Our mail server' },
  UpdateFeedbackSourceInput: { name: 'The mail server in Porto' },
  CreateTokenInput: { name: 'Shop', ability: 'write', rate_limit: 120 },
  UpdateTokenInput: { name: 'Till', rate_limit: 60 },
  UpdateTeamInput: {
    from_email: 'hello@shop.example',
    from_name: 'The Shoe Shop',
    postal_address: '1 Market Street\nPorto',
    timezone: 'Europe/Lisbon',
  },
};
