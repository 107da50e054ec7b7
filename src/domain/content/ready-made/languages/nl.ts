import type { Phrases } from './translate.ts';

export const NL: Phrases = {
  'Still thinking of {{ event.name }}?': 'Denkt u nog aan {{ event.name }}?',
  'Here it is once more.': 'Hier is het nog een keer.',
  'Did it catch your eye?': 'Viel het u op?',
  'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},':
    'Hallo{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},',
  'You looked at this, so here it is once more:': 'U hebt dit bekeken. Hier is het nog een keer:',
  'Have another look': 'Nog eens bekijken',
  'Do you have a question about it? Answer this e-mail and we will help.':
    'Hebt u er een vraag over? Beantwoord deze e-mail en wij helpen u.',
  'You receive this e-mail because you looked at something at {{ team.name }}.':
    'U ontvangt deze e-mail omdat u iets hebt bekeken bij {{ team.name }}.',
  'Your cart is still here': 'Uw winkelwagen staat er nog',
  'We kept what you chose.': 'We hebben bewaard wat u hebt gekozen.',
  'We kept your cart': 'We hebben uw winkelwagen bewaard',
  'You were choosing something with us and did not finish. It is all still there:':
    'U was iets aan het uitzoeken en hebt het niet afgemaakt. Alles staat er nog:',
  'Back to your cart': 'Terug naar de winkelwagen',
  'Was something not as it should be? Answer this e-mail and we will help.':
    'Was er iets niet in orde? Beantwoord deze e-mail en wij helpen u.',
  'You receive this e-mail because you left something in your cart at {{ team.name }}.':
    'U ontvangt deze e-mail omdat u iets in uw winkelwagen hebt laten staan bij {{ team.name }}.',
  'Shall we put it back on the shelf?': 'Zullen we het terugzetten?',
  'Your cart is kept a little longer.': 'Uw winkelwagen blijft nog even staan.',
  'Still thinking about it?': 'Denkt u er nog over na?',
  'Take your time. Your cart is kept a little longer, and we will not remind you of it again.':
    'Neem de tijd. Uw winkelwagen blijft nog even staan, en we herinneren u er niet nog eens aan.',
  'Finish your order': 'Bestelling afronden',
  'Changed your mind? Then there is nothing to do.': 'Van gedachten veranderd? Dan hoeft u niets te doen.',
  'How was it?': 'Hoe was het?',
  'Two minutes, and others choose more easily.': 'Twee minuten, en anderen kiezen makkelijker.',
  'Five stars': 'Vijf sterren',
  'Some days ago this came to you. What do you think of it?':
    'Enkele dagen geleden hebt u dit ontvangen. Wat vindt u ervan?',
  'Write a review': 'Schrijf een beoordeling',
  'It was not as it should be? Answer this e-mail and we will put it right.':
    'Was het niet in orde? Beantwoord deze e-mail en wij lossen het op.',
  'You receive this e-mail because you ordered at {{ team.name }}.':
    'U ontvangt deze e-mail omdat u hebt besteld bij {{ team.name }}.',
  'Your order {{ order.number }}': 'Uw bestelling {{ order.number }}',
  'We have your order and are getting it ready.': 'We hebben uw bestelling en maken die klaar.',
  'Thank you{% if name %}, {{ name }}{% endif %}.': 'Dank u wel{% if name %}, {{ name }}{% endif %}.',
  'We have your order **{{ order.number }}** and are getting it ready. You will hear from us when it leaves.':
    'We hebben uw bestelling **{{ order.number }}** en maken die klaar. U hoort van ons zodra die onderweg is.',
  Shipping: 'Verzending',
  Total: 'Totaal',
  'See your order': 'Bestelling bekijken',
  'It goes to': 'Bezorging aan',
  'Is something not right? Answer this e-mail before we pack it.':
    'Klopt er iets niet? Beantwoord deze e-mail voordat we inpakken.',
  'Your receipt {{ receipt.number }}': 'Uw betaalbewijs {{ receipt.number }}',
  'Paid: {{ receipt.total }}. Thank you.': 'Betaald: {{ receipt.total }}. Dank u wel.',
  'Your receipt': 'Uw betaalbewijs',
  'Thank you. We received **{{ receipt.total }}** on {{ receipt.date }}, paid by {{ receipt.method }}.':
    'Dank u wel. We hebben **{{ receipt.total }}** ontvangen. Datum: {{ receipt.date }}, betaalwijze: {{ receipt.method }}.',
  'Tax in it': 'Inclusief btw',
  'Download the receipt': 'Betaalbewijs downloaden',
  'Receipt {{ receipt.number }}': 'Betaalbewijs {{ receipt.number }}',
  'You receive this e-mail because you paid at {{ team.name }}. Keep it as your receipt.':
    'U ontvangt deze e-mail omdat u hebt betaald bij {{ team.name }}. Bewaar hem als betaalbewijs.',
  'Your order {{ order.number }} is on its way': 'Uw bestelling {{ order.number }} is onderweg',
  'It has left, and you can follow it.': 'Hij is vertrokken en u kunt hem volgen.',
  'A parcel on its way': 'Een pakket onderweg',
  'It is on its way.': 'Hij is onderweg.',
  'Your order **{{ order.number }}** has left us{% if order.carrier %} with {{ order.carrier }}{% endif %}.':
    'Uw bestelling **{{ order.number }}** is vertrokken{% if order.carrier %} met {{ order.carrier }}{% endif %}.',
  'It should reach you: **{{ order.arrives }}**': 'Verwachte bezorging: **{{ order.arrives }}**',
  'Follow your parcel': 'Volg uw pakket',
  'In the parcel': 'In het pakket',
  'It has not come in time? Answer this e-mail and we will look for it.':
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
  'You have paid already? Then there is nothing to do.': 'Hebt u al betaald? Dan hoeft u niets te doen.',
  'Choose a new password': 'Kies een nieuw wachtwoord',
  'The link works once, for {{ valid_for }}.': 'De link werkt één keer, gedurende {{ valid_for }}.',
  'Somebody asked for a new password for {{ subscriber.email }} at {{ team.name }}. If it was you, choose one here:':
    'Iemand heeft een nieuw wachtwoord gevraagd voor {{ subscriber.email }} bij {{ team.name }}. Was u dat, kies het dan hier:',
  'If it was not you, there is nothing to do: your password stays as it is.':
    'Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
  'You receive this e-mail because your address has an account at {{ team.name }}.':
    'U ontvangt deze e-mail omdat uw adres een account heeft bij {{ team.name }}.',
  '{{ code }} is your code for {{ team.name }}': '{{ code }} is uw code voor {{ team.name }}',
  'It is valid for {{ valid_for }}.': 'De code is {{ valid_for }} geldig.',
  'Your code': 'Uw code',
  'Enter this code to sign in at {{ team.name }}:': 'Voer deze code in om in te loggen bij {{ team.name }}:',
  'Nobody of us will ever ask you for it. If it was not you, there is nothing to do.':
    'Niemand van ons zal er ooit om vragen. Was u het niet, dan hoeft u niets te doen.',
};
