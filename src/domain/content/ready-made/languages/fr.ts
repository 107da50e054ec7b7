import type { Phrases } from './translate.ts';

export const FR: Phrases = {
  'Still thinking of {{ event.name }}?': 'Vous pensez encore à {{ event.name }} ?',
  'Here it is once more.': 'Le voici encore une fois.',
  'Did it catch your eye?': 'Il vous a plu ?',
  'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},':
    'Bonjour{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},',
  'You looked at this, so here it is once more:': 'Vous avez regardé ceci. Le voici encore une fois :',
  'Have another look': 'Y jeter un œil',
  'Do you have a question about it? Answer this e-mail and we will help.':
    'Une question à ce sujet ? Répondez à cet e-mail et nous vous aiderons.',
  'You receive this e-mail because you looked at something at {{ team.name }}.':
    'Vous recevez cet e-mail parce que vous avez regardé un article chez {{ team.name }}.',
  'Your cart is still here': 'Votre panier est toujours là',
  'We kept what you chose.': 'Nous avons gardé ce que vous avez choisi.',
  'We kept your cart': 'Nous avons gardé votre panier',
  'You were choosing something with us and did not finish. It is all still there:':
    'Vous avez choisi des articles sans terminer votre commande. Tout est encore là :',
  'Back to your cart': 'Retour au panier',
  'Was something not as it should be? Answer this e-mail and we will help.':
    'Quelque chose n’allait pas ? Répondez à cet e-mail et nous vous aiderons.',
  'You receive this e-mail because you left something in your cart at {{ team.name }}.':
    'Vous recevez cet e-mail parce que vous avez laissé des articles dans votre panier chez {{ team.name }}.',
  'Shall we put it back on the shelf?': 'Devons-nous le remettre en rayon ?',
  'Your cart is kept a little longer.': 'Votre panier est gardé encore un peu.',
  'Still thinking about it?': 'Vous hésitez encore ?',
  'Take your time. Your cart is kept a little longer, and we will not remind you of it again.':
    'Prenez votre temps. Votre panier est gardé encore un peu, et nous ne vous le rappellerons plus.',
  'Finish your order': 'Terminer la commande',
  'Changed your mind? Then there is nothing to do.': 'Vous avez changé d’avis ? Alors il n’y a rien à faire.',
  'How was it?': 'Alors, comment était-ce ?',
  'Two minutes, and others choose more easily.': 'Deux minutes, et d’autres choisiront plus facilement.',
  'Five stars': 'Cinq étoiles',
  'Some days ago this came to you. What do you think of it?':
    'Il y a quelques jours, vous avez reçu ceci. Qu’en pensez-vous ?',
  'Write a review': 'Donner mon avis',
  'It was not as it should be? Answer this e-mail and we will put it right.':
    'Quelque chose n’allait pas ? Répondez à cet e-mail et nous arrangerons cela.',
  'You receive this e-mail because you ordered at {{ team.name }}.':
    'Vous recevez cet e-mail parce que vous avez commandé chez {{ team.name }}.',
  'Your order {{ order.number }}': 'Votre commande {{ order.number }}',
  'We have your order and are getting it ready.': 'Nous avons bien reçu votre commande et la préparons.',
  'Thank you{% if name %}, {{ name }}{% endif %}.': 'Merci{% if name %}, {{ name }}{% endif %}.',
  'We have your order **{{ order.number }}** and are getting it ready. You will hear from us when it leaves.':
    'Nous avons bien reçu votre commande **{{ order.number }}** et la préparons. Nous vous préviendrons de son départ.',
  Shipping: 'Livraison',
  Total: 'Total',
  'See your order': 'Voir la commande',
  'It goes to': 'Livraison à',
  'Is something not right? Answer this e-mail before we pack it.':
    'Une erreur ? Répondez à cet e-mail avant que nous l’emballions.',
  'Your receipt {{ receipt.number }}': 'Votre reçu {{ receipt.number }}',
  'Paid: {{ receipt.total }}. Thank you.': 'Payé : {{ receipt.total }}. Merci.',
  'Your receipt': 'Votre reçu',
  'Thank you. We received **{{ receipt.total }}** on {{ receipt.date }}, paid by {{ receipt.method }}.':
    'Merci. Nous avons reçu **{{ receipt.total }}**. Date : {{ receipt.date }}, moyen de paiement : {{ receipt.method }}.',
  'Tax in it': 'Dont taxes',
  'Download the receipt': 'Télécharger le reçu',
  'Receipt {{ receipt.number }}': 'Reçu {{ receipt.number }}',
  'You receive this e-mail because you paid at {{ team.name }}. Keep it as your receipt.':
    'Vous recevez cet e-mail parce que vous avez payé chez {{ team.name }}. Conservez-le comme reçu.',
  'Your order {{ order.number }} is on its way': 'Votre commande {{ order.number }} est en route',
  'It has left, and you can follow it.': 'Elle est partie, et vous pouvez la suivre.',
  'A parcel on its way': 'Un colis en route',
  'It is on its way.': 'Elle est en route.',
  'Your order **{{ order.number }}** has left us{% if order.carrier %} with {{ order.carrier }}{% endif %}.':
    'Votre commande **{{ order.number }}** est partie{% if order.carrier %} avec {{ order.carrier }}{% endif %}.',
  'It should reach you: **{{ order.arrives }}**': 'Arrivée prévue : **{{ order.arrives }}**',
  'Follow your parcel': 'Suivre le colis',
  'In the parcel': 'Dans le colis',
  'It has not come in time? Answer this e-mail and we will look for it.':
    'Il n’est pas arrivé à temps ? Répondez à cet e-mail et nous le chercherons.',
  'Invoice {{ invoice.number }}: {{ invoice.total }}, due {{ invoice.due }}':
    'Facture {{ invoice.number }} : {{ invoice.total }}, échéance {{ invoice.due }}',
  'Due {{ invoice.due }}.': 'Échéance : {{ invoice.due }}.',
  'Invoice {{ invoice.number }}': 'Facture {{ invoice.number }}',
  'Please pay **{{ invoice.total }}** by **{{ invoice.due }}**.':
    'Merci de régler **{{ invoice.total }}** avant le **{{ invoice.due }}**.',
  Subtotal: 'Sous-total',
  Tax: 'Taxes',
  'View and pay': 'Voir et payer',
  'You have paid already? Then there is nothing to do.': 'Vous avez déjà payé ? Alors il n’y a rien à faire.',
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'The link works once, for {{ valid_for }}.': 'Le lien fonctionne une fois, pendant {{ valid_for }}.',
  'Somebody asked for a new password for {{ subscriber.email }} at {{ team.name }}. If it was you, choose one here:':
    'Quelqu’un a demandé un nouveau mot de passe pour {{ subscriber.email }} chez {{ team.name }}. Si c’était vous, choisissez-le ici :',
  'If it was not you, there is nothing to do: your password stays as it is.':
    'Si ce n’était pas vous, il n’y a rien à faire : votre mot de passe reste le même.',
  'You receive this e-mail because your address has an account at {{ team.name }}.':
    'Vous recevez cet e-mail parce qu’un compte existe pour votre adresse chez {{ team.name }}.',
  '{{ code }} is your code for {{ team.name }}': '{{ code }} est votre code pour {{ team.name }}',
  'It is valid for {{ valid_for }}.': 'Il est valable {{ valid_for }}.',
  'Your code': 'Votre code',
  'Enter this code to sign in at {{ team.name }}:': 'Saisissez ce code pour vous connecter chez {{ team.name }} :',
  'Nobody of us will ever ask you for it. If it was not you, there is nothing to do.':
    'Aucun de nous ne vous le demandera jamais. Si ce n’était pas vous, il n’y a rien à faire.',
};
