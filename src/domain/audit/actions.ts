/** Members' actions on the sign-in pages, and on their sessions and passkeys (record-sign-ins.ts). */
export const SIGNING_IN = [
  'member.invitation_accepted',
  'passkey.added',
  'passkey.removed',
  'session.begun_by_invitation',
  'session.begun_by_link',
  'session.begun_by_oidc',
  'session.begun_by_passkey',
  'session.begun_by_switch',
  'session.ended',
] as const;

/**
 * All actions in the audit log: the object, then the verb. The action of each mutation is in src/schema/audit/entries.ts.
 */
export const ACTIONS = [
  ...(['audit_log.exported'] as const),
  ...(['automation.activated', 'automation.archived', 'automation.changed', 'automation.created'] as const),
  ...(['automation.deleted', 'automation.duplicated', 'automation.paused', 'automation.person_entered'] as const),
  ...(['automation.run_ended'] as const),
  ...([
    'campaign.cancelled',
    'campaign.changed',
    'campaign.created',
    'campaign.deleted',
    'campaign.duplicated',
  ] as const),
  ...(['campaign.paused', 'campaign.recipients_exported', 'campaign.resend_created', 'campaign.resumed'] as const),
  ...(['campaign.scheduled', 'campaign.sent', 'campaign.tested', 'campaign.unscheduled'] as const),
  ...(['campaign.variant_picked', 'conversion.changed', 'conversion.recorded', 'conversion.refunded'] as const),
  'event.recorded',
  ...(['feedback_source.changed', 'feedback_source.created', 'feedback_source.deleted'] as const),
  ...(['field.changed', 'field.created', 'field.deleted', 'form.changed', 'form.created', 'form.deleted'] as const),
  ...(['import.cancelled', 'import.failed_rows_exported', 'import.started'] as const),
  ...(['list.changed', 'list.created', 'list.deleted', 'list.exported', 'list.people_subscribed'] as const),
  ...(['mail.cancelled', 'mail.created', 'mail.resent', 'media.changed', 'media.deleted', 'media.uploaded'] as const),
  ...(['member.changed', 'member.invitation_withdrawn', 'member.invited', 'member.removed'] as const),
  ...SIGNING_IN,
  ...(['person.erased', 'person.preferences_changed', 'person.tracking_changed'] as const),
  ...(['segment.changed', 'segment.created', 'segment.deleted'] as const),
  ...(['sending_domain.created', 'sending_domain.deleted'] as const),
  ...(['sending_domain.dkim_rotation_cancelled', 'sending_domain.dkim_rotation_started'] as const),
  ...(['subscriber.changed', 'subscriber.confirmation_resent', 'subscriber.confirmed', 'subscriber.deleted'] as const),
  ...(['subscriber.subscribed', 'subscriber.tagged', 'subscriber.unsubscribed', 'subscriber.untagged'] as const),
  ...(['suppression.created', 'suppression.deleted', 'suppression.imported', 'suppression.lifted'] as const),
  ...(['tag.created', 'tag.deleted', 'tag.merged', 'tag.renamed', 'team.changed'] as const),
  ...(['template.changed', 'template.created', 'template.deleted', 'template.tested'] as const),
  ...(['token.changed', 'token.created', 'token.handed_over', 'token.revoked'] as const),
  ...(['transport.changed', 'transport.created', 'transport.deleted', 'transport.pause_ended'] as const),
  ...(['webhook.changed', 'webhook.created', 'webhook.deleted', 'webhook.redelivered'] as const),
  ...(['webhook.secret_rotated', 'webhook.tested'] as const),
] as const;

export type Action = (typeof ACTIONS)[number];

/** The type of an action's object: its first word. */
export type ObjectType = Action extends `${infer Type}.${string}` ? Type : never;

export const objectTypeOf = (action: Action): ObjectType => action.split('.')[0] as ObjectType;

export const OBJECT_TYPES = [...new Set(ACTIONS.map(objectTypeOf))] as [ObjectType, ...ObjectType[]];

/**
 * For each object type, the column stored as its name: the team's own names for its own things. Other types may name a
 * person, and are stored by id only.
 */
export const NAMES: { readonly [Type in ObjectType]?: string } = {
  automation: 'name',
  campaign: 'name',
  feedback_source: 'name',
  field: 'key',
  form: 'name',
  import: 'fileName',
  list: 'name',
  media: 'name',
  segment: 'name',
  sending_domain: 'domain',
  tag: 'name',
  team: 'name',
  template: 'name',
  token: 'name',
  transport: 'name',
};
