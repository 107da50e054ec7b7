/** Liquid: the team's postal address, one line for each of its lines, if it has one. */
export const POSTAL_ADDRESS =
  '{% if team.postal_address %}<p>{% for line in team.address_lines %}{{ line }}{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>{% endif %}';
