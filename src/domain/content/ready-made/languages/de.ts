import type { Phrases } from './translate.ts';

export const DE: Phrases = {
  'Still thinking about {{ event.name }}?': 'Denken Sie noch an {{ event.name }}?',
  'Here is another look.': 'Ein zweiter Blick lohnt sich.',
  'Did it catch your eye?': 'Hat es Ihnen gefallen?',
  'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},':
    'Guten Tag{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},',
  'You recently viewed this product:': 'Sie haben sich kürzlich dieses Produkt angesehen:',
  'Take another look': 'Noch einmal ansehen',
  'Do you have a question? Reply to this e-mail and we will help.':
    'Haben Sie eine Frage dazu? Antworten Sie auf diese E-Mail, wir helfen gern.',
  'You are receiving this e-mail because you viewed a product at {{ team.name }}.':
    'Sie erhalten diese E-Mail, weil Sie sich bei {{ team.name }} etwas angesehen haben.',
  'Your cart is still here': 'Ihr Warenkorb ist noch da',
  'We saved your items for you.': 'Wir haben Ihre Artikel für Sie aufgehoben.',
  'We saved your cart': 'Wir haben Ihren Warenkorb aufgehoben',
  'You left these items in your cart. They are still there:':
    'Sie haben diese Artikel im Warenkorb gelassen. Sie sind noch da:',
  'Return to your cart': 'Zurück zum Warenkorb',
  'Did something go wrong? Reply to this e-mail and we will help.':
    'Ist etwas schiefgegangen? Antworten Sie auf diese E-Mail, wir helfen gern.',
  'You are receiving this e-mail because you left something in your cart at {{ team.name }}.':
    'Sie erhalten diese E-Mail, weil Sie bei {{ team.name }} etwas im Warenkorb gelassen haben.',
  'Do you still want these items?': 'Möchten Sie diese Artikel noch?',
  'We will keep your cart a little longer.': 'Ihr Warenkorb bleibt noch ein wenig.',
  'Still thinking about it?': 'Überlegen Sie noch?',
  'Take your time. We will keep your cart a little longer and will not remind you again.':
    'Lassen Sie sich Zeit. Ihr Warenkorb bleibt noch ein wenig, und wir erinnern Sie nicht noch einmal daran.',
  'Complete your order': 'Bestellung abschließen',
  'Changed your mind? You do not need to do anything.':
    'Haben Sie es sich anders überlegt? Dann brauchen Sie nichts zu tun.',
  'How was it?': 'Wie war es?',
  'Your review helps others choose.': 'Ihre Bewertung hilft anderen bei der Auswahl.',
  'Five stars': 'Fünf Sterne',
  'Your order arrived a few days ago. What do you think of it?':
    'Ihre Bestellung kam vor einigen Tagen an. Was halten Sie davon?',
  'Write a review': 'Bewertung schreiben',
  'Not happy with it? Reply to this e-mail and we will put it right.':
    'Nicht zufrieden? Antworten Sie auf diese E-Mail, wir bringen es in Ordnung.',
  'You are receiving this e-mail because you ordered at {{ team.name }}.':
    'Sie erhalten diese E-Mail, weil Sie bei {{ team.name }} bestellt haben.',
  'Your order {{ order.number }}': 'Ihre Bestellung {{ order.number }}',
  'We received your order and are getting it ready.': 'Wir haben Ihre Bestellung und machen sie fertig.',
  'Thank you{% if name %}, {{ name }}{% endif %}.': 'Vielen Dank{% if name %}, {{ name }}{% endif %}.',
  'We received your order **{{ order.number }}** and are getting it ready. We will let you know when it ships.':
    'Wir haben Ihre Bestellung **{{ order.number }}** und machen sie fertig. Sie hören von uns, wenn sie unterwegs ist.',
  Shipping: 'Versand',
  Total: 'Summe',
  'View your order': 'Bestellung ansehen',
  'Ships to': 'Lieferung an',
  'Is something wrong? Reply to this e-mail before we pack your order.':
    'Stimmt etwas nicht? Antworten Sie auf diese E-Mail, bevor wir packen.',
  'Your receipt {{ receipt.number }}': 'Ihre Quittung {{ receipt.number }}',
  'Paid: {{ receipt.total }}. Thank you.': 'Bezahlt: {{ receipt.total }}. Vielen Dank.',
  'Your receipt': 'Ihre Quittung',
  'Thank you. We received **{{ receipt.total }}** on {{ receipt.date }}, paid by {{ receipt.method }}.':
    'Vielen Dank. Wir haben **{{ receipt.total }}** erhalten. Datum: {{ receipt.date }}, Zahlungsart: {{ receipt.method }}.',
  'Including tax': 'Enthaltene Steuer',
  'Download the receipt': 'Quittung herunterladen',
  'Receipt {{ receipt.number }}': 'Quittung {{ receipt.number }}',
  'You are receiving this e-mail because you paid at {{ team.name }}. Keep it as your receipt.':
    'Sie erhalten diese E-Mail, weil Sie bei {{ team.name }} bezahlt haben. Bewahren Sie sie als Quittung auf.',
  'Your order {{ order.number }} is on its way': 'Ihre Bestellung {{ order.number }} ist unterwegs',
  'Your order has shipped. You can track it.': 'Ihre Bestellung ist unterwegs. Sie können sie verfolgen.',
  'A parcel on its way': 'Ein Paket unterwegs',
  'Your order is on its way': 'Ihre Bestellung ist unterwegs',
  'We have shipped your order **{{ order.number }}**{% if order.carrier %} with {{ order.carrier }}{% endif %}.':
    'Wir haben Ihre Bestellung **{{ order.number }}**{% if order.carrier %} mit {{ order.carrier }}{% endif %} verschickt.',
  'Estimated delivery: **{{ order.arrives }}**': 'Voraussichtliche Ankunft: **{{ order.arrives }}**',
  'Track your parcel': 'Paket verfolgen',
  'In the parcel': 'Im Paket',
  'Not arrived on time? Reply to this e-mail and we will look into it.':
    'Nicht rechtzeitig angekommen? Antworten Sie auf diese E-Mail, wir forschen nach.',
  'Invoice {{ invoice.number }}: {{ invoice.total }}, due {{ invoice.due }}':
    'Rechnung {{ invoice.number }}: {{ invoice.total }}, fällig am {{ invoice.due }}',
  'Due {{ invoice.due }}.': 'Fällig am {{ invoice.due }}.',
  'Invoice {{ invoice.number }}': 'Rechnung {{ invoice.number }}',
  'Please pay **{{ invoice.total }}** by **{{ invoice.due }}**.':
    'Bitte zahlen Sie **{{ invoice.total }}** bis zum **{{ invoice.due }}**.',
  Subtotal: 'Zwischensumme',
  Tax: 'Steuer',
  'View and pay': 'Ansehen und bezahlen',
  'Already paid? You do not need to do anything.': 'Schon bezahlt? Dann brauchen Sie nichts zu tun.',
  'Choose a new password': 'Neues Passwort wählen',
  'The link works once and expires after {{ valid_for }}.':
    'Der Link funktioniert einmal und läuft nach {{ valid_for }} ab.',
  'We received a request to reset the password for {{ subscriber.email }} at {{ team.name }}. If this was you, choose a new password here:':
    'Für {{ subscriber.email }} wurde bei {{ team.name }} ein neues Passwort angefordert. Wenn Sie das waren, wählen Sie es hier:',
  'If this was not you, you do not need to do anything. Your password stays the same.':
    'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  'You are receiving this e-mail because you have an account at {{ team.name }}.':
    'Sie erhalten diese E-Mail, weil es zu Ihrer Adresse ein Konto bei {{ team.name }} gibt.',
  '{{ code }} is your code for {{ team.name }}': '{{ code }} ist Ihr Code für {{ team.name }}',
  'It expires after {{ valid_for }}.': 'Er läuft nach {{ valid_for }} ab.',
  'Your code': 'Ihr Code',
  'Enter this code to sign in at {{ team.name }}:':
    'Geben Sie diesen Code ein, um sich bei {{ team.name }} anzumelden:',
  'We will never ask you for this code. If this was not you, you do not need to do anything.':
    'Wir werden Sie nie nach diesem Code fragen. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
};
