import { OWN_TABLES } from '../../support/own-tables.ts';

/**
 * The setting or the time after which each table's rows are deleted, so that no table grows forever. A new table needs
 * a line here and in docs/operations.md, or one in WITHOUT_TIME_LIMIT, or the sentence of own-tables.ts above its model.
 */
export const TIME_LIMITS: Record<string, string> = byTable({
  // By a setting of the installation.
  KEEP_MAILS_DAYS: 'transactional_mails', // with the messages, attempts and reactions of mails, confirmations and data requests
  KEEP_IMPORTS_DAYS: 'imports import_errors import_skipped_values bulk_updates',
  KEEP_TOUCHES_DAYS: 'touches',
  KEEP_FEEDBACK_DAYS: 'feedback',
  KEEP_CHANGES_DAYS: 'subscriber_changes',
  KEEP_RUNS_DAYS: 'automation_runs automation_run_steps',
  AUDIT_LOG_DAYS: 'audit_log',
  // By a setting of the installation that a team may change.
  KEEP_EVENTS_DAYS: 'events event_references', // keep_events_for
  KEEP_MESSAGES_DAYS: 'messages attempts reactions message_facts', // keep_messages_for: of campaigns and automations
  // After a fixed time.
  'a day': 'idempotency_keys passkey_challenges',
  'a week': 'changes sessions sign_ins invitations invitation_counts feedback_receipts',
  'an hour': 'network_windows message_minutes',
  '30 days': 'api_requests webhook_deliveries webhook_attempts',
  '400 days': 'domain_reports domain_report_sources delivery_counts gmail_days',
  // As soon as the work is done.
  worked:
    'import_chunks automation_signals webhook_notifications outcomes uncounted_reactions field_changes media_uploads webhook_turns refusal_counts send_budgets sending_pauses',
});

/** Tables whose rows are not deleted by age, with the reason. */
export const WITHOUT_TIME_LIMIT: Record<string, string> = byTable({
  'One row for each person, address or subscription, which goes with the person.': 'people subscribers suppressions',
  'One row for each name of events of a person, which goes with the person.': 'person_events',
  'One row for each person in a watched segment.': 'automation_members',
  'What was earned: books are kept for longer than anything else, and without a person after erasing.': 'sales refunds',
  'The record of a consent, which has to be shown for as long as the person is written to; others go after a day.':
    'sign_ups',
  'One row for each thing that a team, its members or the operator made and may delete.': [
    'teams users members passkeys api_tokens installation_secrets webhook_secrets registered_documents people_views',
    ...OWN_TABLES,
  ].join(' '),
  'A part of something that a team made, which goes with it.':
    'mailings automation_versions automation_listeners automation_segments automation_dates rate_windows feed_entries',
  'Figures: as many rows as there are things to count, days or links, however much happens.':
    'campaign_counts campaign_links message_counts automation_counts form_counts',
  'One row for the installation.': 'last_backups',
});

function byTable(tables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tables).flatMap(([bound, names]) => names.split(' ').map((name) => [name, bound])),
  );
}
