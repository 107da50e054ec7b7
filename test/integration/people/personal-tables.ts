import { OWN_TABLES } from '../../support/own-tables.ts';

/** How a table that holds something about people is exported and erased. */
export interface PersonalTable {
  /** Columns that the export does not show; `all` when it shows no row of it. */
  unshown: string[] | 'all';
  /** The rows this applies to; all by default. */
  shown?: string;
  /** Columns that may hold something when the person was erased; when absent, the rows are deleted. */
  left?: string[];
}

const columns = (names: string): string[] => names.split(' ');

/** Every table with personal data. Add a new one here and in docs/people.md. */
export const PERSONAL: Record<string, PersonalTable> = {
  people: { unshown: columns('key soft_bounces_from'), left: columns('key tracked created_at') },
  subscribers: { unshown: columns('person_key tag_ids removals engaged_at updated_at') },
  subscriber_changes: { unshown: 'all' }, // of the subscriptions, shown as activity
  events: { unshown: ['person_key'] },
  event_references: { unshown: 'all' }, // the events show them
  person_events: { unshown: ['person_key'] },
  touches: { unshown: columns('id person_key email_id') },
  sales: {
    unshown: columns('person_key email_id variant'),
    left: columns(
      'id origin value currency occurred_at sender sender_id email_id touch touched_at variant refunded created_at',
    ),
  },
  refunds: { unshown: 'all', left: columns('id sale_id value created_at') }, // a sale's are added up in it
  feedback: { unshown: columns('id person_key key') },
  transactional_mails: {
    shown: 'as_person_key is null', // a test that is written as to the person goes to staff
    unshown: columns(
      'template_id subject_source html_source text_source from_name headers attachments recipients transport_id tracking strict warnings send_at cancelled_at is_test campaign_id as_person_key variant run_id erased_at happened content_removed_at secret_variables opened_at clicked_at bounced_at bounce_kind complained_at',
    ), // `happened` and the times: also in the touches, the feedback and the subscription changes
    // `to` and `recipients` keep the others
    left: columns(
      'id template template_id from_email from_name to recipients transport_id tracking strict status failure_reason opens clicks opened_by_click opened_at clicked_at bounced_at bounce_kind complained_at send_at cancelled_at is_test campaign_id variant automation_id automation_step run_id sent_at created_at erased_at happened content_removed_at',
    ),
  },
  messages: {
    // a mail's is the mail; a confirmation's is the subscription; of an automation's, the automation is shown in place of a campaign
    shown: "kind = 'campaign' and run_id is null",
    unshown: columns(
      'kind mail_id subscriber_id person_key run_id due_at lease_until fence holder failures undecided last_error remaining first_try_at variant withheld',
    ),
    left: columns(
      'id kind mail_id campaign_id person_key run_id state due_at lease_until fence holder failures undecided first_try_at sent_at created_at variant withheld',
    ),
  },
  outcomes: { unshown: 'all' }, // counted within a second
  attempts: { unshown: 'all', left: columns('id message_id outcome at') }, // how we sent
  message_facts: { unshown: 'all' }, // also in the touches, the feedback and the subscription changes
  reactions: { unshown: 'all' }, // touches, and reactions of machines
  import_chunks: { unshown: 'all', left: columns('import_id first_row rows cells') }, // not written to the list yet
  import_errors: { unshown: 'all', left: columns('import_id row_number issues') },
  import_skipped_values: { unshown: 'all' },
  automation_runs: {
    unshown: columns(
      'person_key subscriber_id event_id again wait_until due_at parked failing_since last_error emptied_at',
    ),
    left: columns(
      'id automation_id version person_key again state exit_reason step due_at parked started_at ended_at emptied_at',
    ),
  },
  automation_run_steps: { unshown: 'all', left: columns('run_id step number type outcome branch at') },
  automation_signals: { unshown: 'all', left: columns('id person_key kind ref imported at') }, // gone within seconds
  automation_members: { unshown: 'all' }, // of segments, at the last round
  sign_ups: {
    shown: 'subscriber_id is not null', // waiting rows are gone within seconds; processed rows keep only the key, for a day
    unshown: columns('person_key email taken_at'),
  },
  webhook_deliveries: { unshown: 'all' }, // notifications to the team's own systems
  webhook_attempts: { unshown: 'all' },
  changes: { unshown: 'all' }, // the feed of the team's own systems, for seven days
  webhook_notifications: { unshown: 'all', left: columns('id kind facts at filed_at') }, // facts about others; deleted within seconds
  audit_log: {
    unshown: 'all', // actions of the team
    left: columns(
      'id actor_kind actor_id action object_type object_id object_name fields count door address finished created_at', // without the person
    ),
  },
  suppressions: { unshown: [], left: columns('id target reason created_at') },
};

/** Tables about anything but people: those whose models say so (own-tables.ts), and those that also have a time limit. */
export const OTHERS = [
  ...columns(
    'teams api_tokens rate_windows network_windows installation_secrets last_backups registered_documents _prisma_migrations',
  ),
  ...columns('users members invitations invitation_counts sessions sign_ins passkeys passkey_challenges'), // staff, not recipients
  'api_requests', // routes and names of parameters, without values
  'bulk_updates', // the choice of people and the settings are removed when it ends, and when a person in them is erased
  'people_views', // the team's own; deleted when a person is erased whose address they contain
  'idempotency_keys', // sealed with a key that only the caller has, and deleted after a day
  ...OWN_TABLES,
  ...columns('field_changes form_counts mailings feed_entries imports'),
  ...columns(
    'message_counts message_minutes delivery_counts campaign_counts campaign_links domain_reports domain_report_sources gmail_days send_budgets sending_pauses refusal_counts feedback_receipts automation_versions automation_listeners automation_counts automation_segments automation_dates uncounted_reactions webhook_secrets webhook_turns media_uploads',
  ),
];

/** Columns of those that look personal and are the team's own. */
export const OUR_OWN = columns(
  'users.email invitations.email invitation_counts.email_hash sign_ins.email teams.from_email teams.from_name teams.postal_address forms.keep_address lists.from_email lists.from_name mailings.from_email mailings.from_name campaigns.from_email campaigns.from_name campaigns.reply_to campaigns.recipients_count refusal_counts.recipient_domain delivery_counts.recipient_domain',
);
