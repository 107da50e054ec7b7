/** Liquid: the postal address of the team, each line of it on a line of its own, where the team has one. */
export const POSTAL_ADDRESS =
  '{% if team.postal_address %}<p>{% for line in team.address_lines %}{{ line }}{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>{% endif %}';
