import type { Phrases } from './translate.ts';

export const DE: Phrases = {
  'Still thinking of {{ event.name }}?': 'Denken Sie noch an {{ event.name }}?',
  'Here it is once more.': 'Hier ist es noch einmal.',
  'Did it catch your eye?': 'Hat es Ihnen gefallen?',
  'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},':
    'Guten Tag{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},',
  'You looked at this, so here it is once more:': 'Sie haben sich dies angesehen. Hier ist es noch einmal:',
  'Have another look': 'Noch einmal ansehen',
  'Do you have a question about it? Answer this e-mail and we will help.':
    'Haben Sie eine Frage dazu? Antworten Sie auf diese E-Mail, wir helfen gern.',
  'You receive this e-mail because you looked at something at {{ team.name }}.':
    'Sie erhalten diese E-Mail, weil Sie sich bei {{ team.name }} etwas angesehen haben.',
  'Your cart is still here': 'Ihr Warenkorb ist noch da',
  'We kept what you chose.': 'Wir haben aufgehoben, was Sie ausgesucht haben.',
  'We kept your cart': 'Wir haben Ihren Warenkorb aufgehoben',
  'You were choosing something with us and did not finish. It is all still there:':
    'Sie haben bei uns etwas ausgesucht und nicht bestellt. Es ist alles noch da:',
  'Back to your cart': 'Zurück zum Warenkorb',
  'Was something not as it should be? Answer this e-mail and we will help.':
    'War etwas nicht, wie es sein sollte? Antworten Sie auf diese E-Mail, wir helfen gern.',
  'You receive this e-mail because you left something in your cart at {{ team.name }}.':
    'Sie erhalten diese E-Mail, weil Sie bei {{ team.name }} etwas im Warenkorb gelassen haben.',
  'Shall we put it back on the shelf?': 'Sollen wir es ins Regal zurückstellen?',
  'Your cart is kept a little longer.': 'Ihr Warenkorb bleibt noch ein wenig.',
  'Still thinking about it?': 'Überlegen Sie noch?',
  'Take your time. Your cart is kept a little longer, and we will not remind you of it again.':
    'Lassen Sie sich Zeit. Ihr Warenkorb bleibt noch ein wenig, und wir erinnern Sie nicht noch einmal daran.',
  'Finish your order': 'Bestellung abschließen',
  'Changed your mind? Then there is nothing to do.':
    'Haben Sie es sich anders überlegt? Dann brauchen Sie nichts zu tun.',
  'How was it?': 'Wie war es?',
  'Two minutes, and others choose more easily.': 'Zwei Minuten, und andere wählen leichter.',
  'Five stars': 'Fünf Sterne',
  'Some days ago this came to you. What do you think of it?':
    'Vor einigen Tagen kam dies bei Ihnen an. Was halten Sie davon?',
  'Write a review': 'Bewertung schreiben',
  'It was not as it should be? Answer this e-mail and we will put it right.':
    'Es war nicht, wie es sein sollte? Antworten Sie auf diese E-Mail, wir bringen es in Ordnung.',
  'You receive this e-mail because you ordered at {{ team.name }}.':
    'Sie erhalten diese E-Mail, weil Sie bei {{ team.name }} bestellt haben.',
  'Your order {{ order.number }}': 'Ihre Bestellung {{ order.number }}',
  'We have your order and are getting it ready.': 'Wir haben Ihre Bestellung und machen sie fertig.',
  'Thank you{% if name %}, {{ name }}{% endif %}.': 'Vielen Dank{% if name %}, {{ name }}{% endif %}.',
  'We have your order **{{ order.number }}** and are getting it ready. You will hear from us when it leaves.':
    'Wir haben Ihre Bestellung **{{ order.number }}** und machen sie fertig. Sie hören von uns, wenn sie unterwegs ist.',
  Shipping: 'Versand',
  Total: 'Summe',
  'See your order': 'Bestellung ansehen',
  'It goes to': 'Lieferung an',
  'Is something not right? Answer this e-mail before we pack it.':
    'Stimmt etwas nicht? Antworten Sie auf diese E-Mail, bevor wir packen.',
  'Your receipt {{ receipt.number }}': 'Ihre Quittung {{ receipt.number }}',
  'Paid: {{ receipt.total }}. Thank you.': 'Bezahlt: {{ receipt.total }}. Vielen Dank.',
  'Your receipt': 'Ihre Quittung',
  'Thank you. We received **{{ receipt.total }}** on {{ receipt.date }}, paid by {{ receipt.method }}.':
    'Vielen Dank. Wir haben **{{ receipt.total }}** erhalten. Datum: {{ receipt.date }}, Zahlungsart: {{ receipt.method }}.',
  'Tax in it': 'Darin enthaltene Steuer',
  'Download the receipt': 'Quittung herunterladen',
  'Receipt {{ receipt.number }}': 'Quittung {{ receipt.number }}',
  'You receive this e-mail because you paid at {{ team.name }}. Keep it as your receipt.':
    'Sie erhalten diese E-Mail, weil Sie bei {{ team.name }} bezahlt haben. Bewahren Sie sie als Quittung auf.',
  'Your order {{ order.number }} is on its way': 'Ihre Bestellung {{ order.number }} ist unterwegs',
  'It has left, and you can follow it.': 'Sie ist unterwegs, und Sie können sie verfolgen.',
  'A parcel on its way': 'Ein Paket unterwegs',
  'It is on its way.': 'Sie ist unterwegs.',
  'Your order **{{ order.number }}** has left us{% if order.carrier %} with {{ order.carrier }}{% endif %}.':
    'Ihre Bestellung **{{ order.number }}** hat uns verlassen{% if order.carrier %}, mit {{ order.carrier }}{% endif %}.',
  'It should reach you: **{{ order.arrives }}**': 'Voraussichtliche Ankunft: **{{ order.arrives }}**',
  'Follow your parcel': 'Paket verfolgen',
  'In the parcel': 'Im Paket',
  'It has not come in time? Answer this e-mail and we will look for it.':
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
  'You have paid already? Then there is nothing to do.': 'Sie haben schon bezahlt? Dann brauchen Sie nichts zu tun.',
  'Choose a new password': 'Neues Passwort wählen',
  'The link works once, for {{ valid_for }}.': 'Der Link gilt einmal, für {{ valid_for }}.',
  'Somebody asked for a new password for {{ subscriber.email }} at {{ team.name }}. If it was you, choose one here:':
    'Jemand hat für {{ subscriber.email }} bei {{ team.name }} ein neues Passwort angefordert. Wenn Sie das waren, wählen Sie es hier:',
  'If it was not you, there is nothing to do: your password stays as it is.':
    'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  'You receive this e-mail because your address has an account at {{ team.name }}.':
    'Sie erhalten diese E-Mail, weil es zu Ihrer Adresse ein Konto bei {{ team.name }} gibt.',
  '{{ code }} is your code for {{ team.name }}': '{{ code }} ist Ihr Code für {{ team.name }}',
  'It is valid for {{ valid_for }}.': 'Er gilt {{ valid_for }}.',
  'Your code': 'Ihr Code',
  'Enter this code to sign in at {{ team.name }}:':
    'Geben Sie diesen Code ein, um sich bei {{ team.name }} anzumelden:',
  'Nobody of us will ever ask you for it. If it was not you, there is nothing to do.':
    'Niemand von uns wird Sie je danach fragen. Wenn Sie es nicht waren, brauchen Sie nichts zu tun.',
};
