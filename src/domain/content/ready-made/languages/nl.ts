import type { Phrases } from './translate.ts';

export const NL: Phrases = {
  'Still thinking about {{ event.name }}?': 'Denkt u nog aan {{ event.name }}?',
  'Here is another look.': 'Bekijk het nog eens.',
  'Did it catch your eye?': 'Spreekt het u aan?',
  'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},':
    'Hallo{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},',
  'You recently viewed this product:': 'U hebt onlangs dit product bekeken:',
  'Take another look': 'Nog eens bekijken',
  'Do you have a question? Reply to this e-mail and we will help.':
    'Hebt u er een vraag over? Beantwoord deze e-mail en wij helpen u.',
  'You are receiving this e-mail because you viewed a product at {{ team.name }}.':
    'U ontvangt deze e-mail omdat u iets hebt bekeken bij {{ team.name }}.',
  'Your cart is still here': 'Uw winkelwagen staat er nog',
  'We saved your items for you.': 'We hebben uw artikelen bewaard.',
  'We saved your cart': 'We hebben uw winkelwagen bewaard',
  'You left these items in your cart. They are still there:':
    'U hebt deze artikelen in uw winkelwagen laten staan. Ze staan er nog:',
  'Return to your cart': 'Terug naar de winkelwagen',
  'Did something go wrong? Reply to this e-mail and we will help.':
    'Ging er iets mis? Beantwoord deze e-mail en wij helpen u.',
  'You are receiving this e-mail because you left something in your cart at {{ team.name }}.':
    'U ontvangt deze e-mail omdat u iets in uw winkelwagen hebt laten staan bij {{ team.name }}.',
  'Do you still want these items?': 'Wilt u deze artikelen nog?',
  'We will keep your cart a little longer.': 'Uw winkelwagen blijft nog even staan.',
  'Still thinking about it?': 'Denkt u er nog over na?',
  'Take your time. We will keep your cart a little longer and will not remind you again.':
    'Neem de tijd. Uw winkelwagen blijft nog even staan, en we herinneren u er niet nog eens aan.',
  'Complete your order': 'Bestelling afronden',
  'Changed your mind? You do not need to do anything.': 'Van gedachten veranderd? Dan hoeft u niets te doen.',
  'How was it?': 'Hoe was het?',
  'Your review helps others choose.': 'Uw beoordeling helpt anderen kiezen.',
  'Five stars': 'Vijf sterren',
  'Your order arrived a few days ago. What do you think of it?':
    'Uw bestelling is enkele dagen geleden aangekomen. Wat vindt u ervan?',
  'Write a review': 'Schrijf een beoordeling',
  'Not happy with it? Reply to this e-mail and we will put it right.':
    'Niet tevreden? Beantwoord deze e-mail en wij lossen het op.',
  'You are receiving this e-mail because you ordered at {{ team.name }}.':
    'U ontvangt deze e-mail omdat u hebt besteld bij {{ team.name }}.',
  'Your order {{ order.number }}': 'Uw bestelling {{ order.number }}',
  'We received your order and are getting it ready.': 'We hebben uw bestelling en maken die klaar.',
  'Thank you{% if name %}, {{ name }}{% endif %}.': 'Dank u wel{% if name %}, {{ name }}{% endif %}.',
  'We received your order **{{ order.number }}** and are getting it ready. We will let you know when it ships.':
    'We hebben uw bestelling **{{ order.number }}** en maken die klaar. U hoort van ons zodra die onderweg is.',
  Shipping: 'Verzending',
  Total: 'Totaal',
  'View your order': 'Bestelling bekijken',
  'Ships to': 'Bezorging aan',
  'Is something wrong? Reply to this e-mail before we pack your order.':
    'Klopt er iets niet? Beantwoord deze e-mail voordat we inpakken.',
  'Your receipt {{ receipt.number }}': 'Uw betaalbewijs {{ receipt.number }}',
  'Paid: {{ receipt.total }}. Thank you.': 'Betaald: {{ receipt.total }}. Dank u wel.',
  'Your receipt': 'Uw betaalbewijs',
  'Thank you. We received **{{ receipt.total }}** on {{ receipt.date }}, paid by {{ receipt.method }}.':
    'Dank u wel. We hebben **{{ receipt.total }}** ontvangen. Datum: {{ receipt.date }}, betaalwijze: {{ receipt.method }}.',
  'Including tax': 'Inclusief btw',
  'Download the receipt': 'Betaalbewijs downloaden',
  'Receipt {{ receipt.number }}': 'Betaalbewijs {{ receipt.number }}',
  'You are receiving this e-mail because you paid at {{ team.name }}. Keep it as your receipt.':
    'U ontvangt deze e-mail omdat u hebt betaald bij {{ team.name }}. Bewaar hem als betaalbewijs.',
  'Your order {{ order.number }} is on its way': 'Uw bestelling {{ order.number }} is onderweg',
  'Your order has shipped. You can track it.': 'Uw bestelling is verzonden. U kunt die volgen.',
  'A parcel on its way': 'Een pakket onderweg',
  'Your order is on its way': 'Uw bestelling is onderweg',
  'We have shipped your order **{{ order.number }}**{% if order.carrier %} with {{ order.carrier }}{% endif %}.':
    'We hebben uw bestelling **{{ order.number }}**{% if order.carrier %} met {{ order.carrier }}{% endif %} verzonden.',
  'Estimated delivery: **{{ order.arrives }}**': 'Verwachte bezorging: **{{ order.arrives }}**',
  'Track your parcel': 'Volg uw pakket',
  'In the parcel': 'In het pakket',
  'Not arrived on time? Reply to this e-mail and we will look into it.':
    'Niet op tijd gekomen? Beantwoord deze e-mail en we zoeken het uit.',
  'Invoice {{ invoice.number }}: {{ invoice.total }}, due {{ invoice.due }}':
    'Factuur {{ invoice.number }}: {{ invoice.total }}, vervaldatum {{ invoice.due }}',
  'Due {{ invoice.due }}.': 'Vervaldatum: {{ invoice.due }}.',
  'Invoice {{ invoice.number }}': 'Factuur {{ invoice.number }}',
  'Please pay **{{ invoice.total }}** by **{{ invoice.due }}**.':
    'Betaal **{{ invoice.total }}** uiterlijk **{{ invoice.due }}**.',
  Subtotal: 'Subtotaal',
  Tax: 'Btw',
  'View and pay': 'Bekijken en betalen',
  'Already paid? You do not need to do anything.': 'Hebt u al betaald? Dan hoeft u niets te doen.',
  'Choose a new password': 'Kies een nieuw wachtwoord',
  'The link works once and expires after {{ valid_for }}.': 'De link werkt één keer en verloopt na {{ valid_for }}.',
  'We received a request to reset the password for {{ subscriber.email }} at {{ team.name }}. If this was you, choose a new password here:':
    'Er is een nieuw wachtwoord aangevraagd voor {{ subscriber.email }} bij {{ team.name }}. Was u dat, kies het dan hier:',
  'If this was not you, you do not need to do anything. Your password stays the same.':
    'Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
  'You are receiving this e-mail because you have an account at {{ team.name }}.':
    'U ontvangt deze e-mail omdat uw adres een account heeft bij {{ team.name }}.',
  '{{ code }} is your code for {{ team.name }}': '{{ code }} is uw code voor {{ team.name }}',
  'It expires after {{ valid_for }}.': 'De code verloopt na {{ valid_for }}.',
  'Your code': 'Uw code',
  'Enter this code to sign in at {{ team.name }}:': 'Voer deze code in om in te loggen bij {{ team.name }}:',
  'We will never ask you for this code. If this was not you, you do not need to do anything.':
    'Wij vragen u nooit om deze code. Was u het niet, dan hoeft u niets te doen.',
};
