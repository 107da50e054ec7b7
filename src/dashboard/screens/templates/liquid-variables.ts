/** Liquid variables for the insert menu (docs/templates.md). */
export const VARIABLES = [
  ['firstName', '{{ subscriber.first_name }}'],
  ['greeting', '{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %}'],
  ['lastName', '{{ subscriber.last_name }}'],
  ['email', '{{ subscriber.email }}'],
  ['attribute', "{{ subscriber.attributes.name | default: '…' }}"],
  ['list', '{{ list.name }}'],
  ['team', '{{ team.name }}'],
  ['address', '{{ team.postal_address }}'],
  ['unsubscribe', '{{ unsubscribe_url }}'],
  ['preferences', '{{ preferences_url }}'],
  ['browser', '{{ view_url }}'],
  ['event', '{{ event.name }}'],
] as const;
