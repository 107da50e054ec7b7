/** The message of both sides: some 8 KB of HTML with ten links, personalised. */
const paragraph = (
  n: number,
) => `<tr><td style="padding:8px 24px;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1a1a1a">
<h2 style="margin:0 0 8px;font-size:20px">Article ${n}: what is new in the shop, {{ subscriber.first_name }}</h2>
<p style="margin:0 0 12px">Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et
dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.
Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.</p>
<p style="margin:0"><a href="https://shop.example.com/articles/${n}?utm_source=news" style="color:#0b5394">Read article ${n}</a></p>
</td></tr>`;

const ARTICLES = Array.from({ length: 10 }, (_, index) => paragraph(index + 1)).join('\n');

export const SUBJECT = 'News for {{ subscriber.first_name }} from the shop';

export const HTML = `<!doctype html>
<html><head><meta charset="utf-8"><title>News</title></head>
<body style="margin:0;background:#ffffff"><table role="presentation" width="600" align="center">
<tr><td style="padding:24px"><p>Hello {{ subscriber.first_name }} {{ subscriber.last_name }},</p>
{% if subscriber.attributes.city %}<p>here is what is new in {{ subscriber.attributes.city | upcase }}.</p>{% endif %}</td></tr>
${ARTICLES}
<tr><td style="padding:24px;color:#595959"><p>{{ team.postal_address }}</p>
<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p></td></tr></table></body></html>`;

export const TEXT = `Hello {{ subscriber.first_name }} {{ subscriber.last_name }},
{% if subscriber.attributes.city %}here is what is new in {{ subscriber.attributes.city | upcase }}.{% endif %}
${ARTICLES.replace(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g, '$2 ($1)').replace(/<[^>]+>/g, '')}
{{ team.postal_address }}
Unsubscribe ({{ unsubscribe_url }})
`;
