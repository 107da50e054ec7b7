/** What keeps each table of the database from growing for ever. A new table needs a line here, and one in docs/operations.md. */
export const BOUNDS: Record<string, string> = Object.fromEntries(
  Object.entries({
    // By a setting of the installation.
    KEEP_MAILS_DAYS: 'transactional_mails', // with the messages, attempts and reactions of mails
    KEEP_IMPORTS_DAYS: 'imports import_errors import_skipped_values',
    AUDIT_LOG_DAYS: 'audit_log',
    // By a setting of the team.
    keep_events_for: 'events event_references',
    keep_messages_for: 'messages attempts reactions', // of campaigns and automations
    // After a fixed time.
    'a day': 'idempotency_keys sign_ups passkey_challenges',
    'a week': 'sessions sign_ins invitations invitation_counts feedback_receipts',
    'an hour': 'network_windows message_minutes',
    '30 days': 'webhook_deliveries webhook_attempts',
    '400 days': 'domain_reports domain_report_sources delivery_counts',
    // Gone as soon as the work is done.
    worked:
      'import_chunks automation_signals webhook_notifications uncounted_reactions field_changes media_uploads webhook_turns refusal_counts send_budgets sending_pauses',
    // A few for each person, which go with the person.
    person: 'people subscribers person_events suppressions automation_members message_facts sales refunds',
    // Grow with what a person does; removed with the person only.
    'person, without a bound in time': 'subscriber_changes touches automation_runs automation_run_steps feedback',
    // What a team arranges, and figures of it.
    arranged:
      'teams users members passkeys api_tokens rate_windows installation_secrets last_backups lists segments tags contact_fields templates campaigns campaign_counts campaign_links feed_entries message_counts automations automation_versions automation_listeners automation_counts automation_segments automation_dates forms form_counts feedback_sources sending_domains transports webhooks webhook_secrets media',
  }).flatMap(([bound, tables]) => tables.split(' ').map((table) => [table, bound])),
);
