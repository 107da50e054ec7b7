/** What the operations of each part of the API are for. */
export const TAGS: Readonly<Record<string, string>> = {
  lists: 'Lists of subscribers, each with its sender and language.',
  subscribers:
    "People's subscriptions to lists: add, change, tag, confirm and unsubscribe them, one by one or in batches.",
  imports: 'Subscribers from a CSV file: preview it, import it in the background, and read the rows that failed.',
  exports: 'Subscribers of a list as a file, in CSV or as JSON lines.',
  growth: 'People who joined and left a list, by day, week or month.',
  'status-counts': 'Subscribers of a list by status.',
  'unsubscribe-reasons': 'Why people left a list, in numbers.',
  people: 'Everything about one person across all lists: find, export, erase, and set preferences.',
  activity: 'What a subscriber received and did, newest first.',
  fields: 'The contact fields in which subscribers have attributes.',
  tags: 'The tags of subscribers.',
  suppressions: 'Addresses and domains that get no e-mails, for example after a hard bounce.',
  segments: 'Rules that select subscribers of a list.',
  events: 'What people do elsewhere, such as orders and visits. Events start automations and select segments.',
  conversions: 'Sales and refunds, credited to the e-mails that led to them.',
  sales: 'Sales of all people.',
  refusals: 'Why mail servers refuse e-mails, by day, cause and domain.',
  reputation: 'Delivery, bounces and complaints by sending domain and mailbox provider.',
  revenue: 'Revenue credited to e-mails, in groups.',
  templates: 'Content of campaigns, automations and transactional e-mails, with Liquid variables.',
  'ready-made-templates': 'Templates to copy.',
  media: 'Images for e-mails, at public addresses.',
  'transactional-mails': 'E-mails to single people, such as receipts: send, schedule, cancel, and follow them.',
  messages: 'Messages of campaigns and automations.',
  outbox: 'E-mails that an installation without a mail server files instead of sending.',
  campaigns: 'E-mails to a list or its segments: write, test, schedule, send, and read results.',
  automations: 'Series of steps for one person at a time, started by events, segments, dates or the API.',
  'automation-runs': 'Runs of single people through automations.',
  'ready-made-automations': 'Automations to copy.',
  forms: 'Sign-up forms for websites.',
  'sending-domains': 'Domains of senders, with DKIM keys, DNS checks and DMARC reports.',
  'sending-rate': 'How many e-mails leave per minute.',
  'sending-backlogs': 'E-mails that wait, by reason.',
  transports: 'Mail servers that send for the team.',
  'sending-pauses': 'Pauses in sending that a mail server asked for.',
  'feedback-sources': 'Providers that report bounces and complaints by webhook.',
  members: 'People who sign in to the team, with their roles.',
  invitations: 'Invitations to the team.',
  viewer: 'The signed-in member, or the creator of the token.',
  sessions: "The member's sessions.",
  passkeys: "The member's passkeys.",
  webhooks: 'Addresses of your programs that get notifications, with deliveries and redelivery.',
  'webhook-deliveries': 'Single notifications, with each attempt.',
  changes: 'The feed of everything that happens in the team, in order: read it in pages, or follow it as a stream.',
  'webhook-kinds': 'The kinds of notifications, with an example of each.',
  tokens: 'Tokens for programs.',
  team: "The team's settings.",
  usage: 'How much the team stores and sends.',
  installation: 'What this installation can do.',
  'audit-log': 'Who changed what, and from where.',
};

/** Tags in the order of their first operation. Throws for one without a description. */
export const describeTags = (names: readonly string[]): { name: string; description: string }[] =>
  [...new Set(names)].map((name) => {
    const description = TAGS[name];
    if (!description) throw new Error(`Describe the tag ${name} in src/rest/openapi/tags.ts.`);
    return { name, description };
  });
