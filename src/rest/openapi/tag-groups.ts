/** A part of the API. */
export interface Tag {
  /** The first part of its paths. */
  name: string;
  /** What its operations are for. */
  description: string;
  /** Its heading, if the name in words does not fit. */
  label?: string;
  /** First parts of paths whose operations belong here too. */
  with?: readonly string[];
}

interface Group {
  name: string;
  tags: readonly Tag[];
}

/** All tags, in groups: what everybody needs first, and the work of administrators and developers last. */
export const GROUPS: readonly Group[] = [
  {
    name: 'Audience',
    tags: [
      {
        name: 'lists',
        description: 'Lists of subscribers, each with its sender, language and growth.',
        with: ['growth', 'status-counts', 'unsubscribe-reasons'],
      },
      {
        name: 'subscribers',
        description:
          "People's subscriptions to lists: add, change, tag, confirm and unsubscribe them, one by one or in batches.",
      },
      {
        name: 'people',
        description: 'Everything about one person across all lists: find, export, erase, and set preferences.',
      },
      {
        name: 'fields',
        label: 'Contact fields',
        description: 'The contact fields in which subscribers have attributes.',
      },
      { name: 'tags', description: 'The tags of subscribers.' },
      { name: 'segments', description: 'Rules that select subscribers of a list.' },
      {
        name: 'imports',
        description:
          'Subscribers from a CSV file: preview it, import it in the background, and read the rows that failed.',
      },
      {
        name: 'jobs',
        description: 'Changes to many people at once, run in the background: tags, attributes, subscriptions and more.',
      },
      { name: 'exports', description: 'Subscribers of a list as a file, in CSV or as JSON lines.' },
      {
        name: 'suppressions',
        description: 'Addresses and domains that get no e-mails, for example after a hard bounce.',
      },
    ],
  },
  {
    name: 'Events and sales',
    tags: [
      {
        name: 'events',
        description:
          'Actions of people elsewhere, such as orders and visits. Events start automations and select segments.',
      },
      {
        name: 'conversions',
        label: 'Conversions and sales',
        description: 'Sales and refunds, credited to the e-mails that led to them.',
        with: ['sales'],
      },
    ],
  },
  {
    name: 'Content',
    tags: [
      {
        name: 'templates',
        description: 'Content of campaigns, automations and transactional e-mails, with Liquid variables.',
        with: ['ready-made-templates'],
      },
      { name: 'media', description: 'Images for e-mails, at public addresses.' },
      { name: 'forms', label: 'Sign-up forms', description: 'Sign-up forms for websites, and their sign-ups.' },
    ],
  },
  {
    name: 'Sending',
    tags: [
      {
        name: 'transactional-mails',
        description: 'E-mails to single people, such as receipts: send, schedule, cancel, and follow them.',
        with: ['messages'],
      },
      {
        name: 'campaigns',
        description: 'E-mails to a list or its segments: write, test, schedule, send, and read results.',
      },
      {
        name: 'automations',
        description:
          'Series of steps for one person at a time, started by events, segments, dates or the API, and their runs.',
        with: ['automation-runs', 'ready-made-automations'],
      },
    ],
  },
  {
    name: 'Analytics',
    tags: [
      { name: 'revenue', description: 'Revenue credited to e-mails, by day, campaign, automation or template.' },
      {
        name: 'reputation',
        label: 'Deliverability',
        description: 'Delivery, bounces, complaints and refusals by sending domain, mailbox provider and cause.',
        with: ['refusals'],
      },
    ],
  },
  {
    name: 'Delivery',
    tags: [
      { name: 'sending-domains', description: 'Domains of senders, with DKIM keys, DNS checks and DMARC reports.' },
      {
        name: 'transports',
        label: 'Transports and pace',
        description: 'Mail servers that send for the team, their pace, their pauses, and the e-mails that wait.',
        with: ['sending-rate', 'sending-backlogs', 'sending-pauses'],
      },
      { name: 'feedback-sources', description: 'Providers that report bounces and complaints by webhook.' },
      {
        name: 'outbox',
        description: 'E-mails that an installation without a mail server keeps instead of sending them.',
      },
    ],
  },
  {
    name: 'Team and access',
    tags: [
      {
        name: 'team',
        label: 'Team and installation',
        description: "The team's settings and usage, and the abilities of the installation.",
        with: ['usage', 'installation'],
      },
      {
        name: 'members',
        description: 'People who sign in to the team, with their roles and invitations.',
        with: ['invitations'],
      },
      {
        name: 'viewer',
        label: 'Your account',
        description: 'The signed-in member, or the creator of the token, with sessions and passkeys.',
        with: ['sessions', 'passkeys'],
      },
      { name: 'audit-log', description: 'Who changed what, and from where.' },
    ],
  },
  {
    name: 'Developers',
    tags: [
      {
        name: 'tokens',
        label: 'API tokens',
        with: ['request-log'],
        description: 'Tokens for programs, with scopes and rate limits, and their last calls.',
      },
      {
        name: 'webhooks',
        label: 'Webhooks and changes',
        description:
          'Notifications to your programs, with deliveries and redelivery, and the feed of all changes in order.',
        with: ['webhook-deliveries', 'webhook-kinds', 'changes'],
      },
    ],
  },
];
