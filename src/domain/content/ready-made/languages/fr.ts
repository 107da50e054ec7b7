import type { Phrases } from './translate.ts';

export const FR: Phrases = {
  'Still thinking about {{ event.name }}?': 'Vous pensez encore à {{ event.name }} ?',
  'Here is another look.': 'Jetez-y encore un œil.',
  'Did it catch your eye?': 'Ce produit vous plaît ?',
  'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},':
    'Bonjour{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},',
  'You recently viewed this product:': 'Vous avez récemment consulté ce produit :',
  'Take another look': 'Y jeter un œil',
  'Do you have a question? Reply to this e-mail and we will help.':
    'Une question à ce sujet ? Répondez à cet e-mail et nous vous aiderons.',
  'You are receiving this e-mail because you viewed a product at {{ team.name }}.':
    'Vous recevez cet e-mail parce que vous avez regardé un article chez {{ team.name }}.',
  'Your cart is still here': 'Votre panier est toujours là',
  'We saved your items for you.': 'Nous avons gardé vos articles.',
  'We saved your cart': 'Nous avons gardé votre panier',
  'You left these items in your cart. They are still there:':
    'Vous avez laissé ces articles dans votre panier. Ils sont toujours là :',
  'Return to your cart': 'Retour au panier',
  'Did something go wrong? Reply to this e-mail and we will help.':
    'Un problème ? Répondez à cet e-mail et nous vous aiderons.',
  'You are receiving this e-mail because you left something in your cart at {{ team.name }}.':
    'Vous recevez cet e-mail parce que vous avez laissé des articles dans votre panier chez {{ team.name }}.',
  'Do you still want these items?': 'Voulez-vous toujours ces articles ?',
  'We will keep your cart a little longer.': 'Votre panier est gardé encore un peu.',
  'Still thinking about it?': 'Vous hésitez encore ?',
  'Take your time. We will keep your cart a little longer and will not remind you again.':
    'Prenez votre temps. Votre panier est gardé encore un peu, et nous ne vous le rappellerons plus.',
  'Complete your order': 'Terminer la commande',
  'Changed your mind? You do not need to do anything.': 'Vous avez changé d’avis ? Vous n’avez rien à faire.',
  'How was it?': 'Qu’en avez-vous pensé ?',
  'Your review helps others choose.': 'Votre avis aide les autres à choisir.',
  'Five stars': 'Cinq étoiles',
  'Your order arrived a few days ago. What do you think of it?':
    'Votre commande est arrivée il y a quelques jours. Qu’en pensez-vous ?',
  'Write a review': 'Donner mon avis',
  'Not happy with it? Reply to this e-mail and we will put it right.':
    'Un souci ? Répondez à cet e-mail et nous arrangerons cela.',
  'You are receiving this e-mail because you ordered at {{ team.name }}.':
    'Vous recevez cet e-mail parce que vous avez commandé chez {{ team.name }}.',
  'Your order {{ order.number }}': 'Votre commande {{ order.number }}',
  'We received your order and are getting it ready.': 'Nous avons bien reçu votre commande et la préparons.',
  'Thank you{% if name %}, {{ name }}{% endif %}.': 'Merci{% if name %}, {{ name }}{% endif %}.',
  'We received your order **{{ order.number }}** and are getting it ready. We will let you know when it ships.':
    'Nous avons bien reçu votre commande **{{ order.number }}** et la préparons. Nous vous préviendrons de son départ.',
  Shipping: 'Livraison',
  Total: 'Total',
  'View your order': 'Voir la commande',
  'Ships to': 'Livraison à',
  'Is something wrong? Reply to this e-mail before we pack your order.':
    'Une erreur ? Répondez à cet e-mail avant que nous l’emballions.',
  'Your receipt {{ receipt.number }}': 'Votre reçu {{ receipt.number }}',
  'Paid: {{ receipt.total }}. Thank you.': 'Payé : {{ receipt.total }}. Merci.',
  'Your receipt': 'Votre reçu',
  'Thank you. We received **{{ receipt.total }}** on {{ receipt.date }}, paid by {{ receipt.method }}.':
    'Merci. Nous avons reçu **{{ receipt.total }}**. Date : {{ receipt.date }}, moyen de paiement : {{ receipt.method }}.',
  'Including tax': 'Dont taxes',
  'Download the receipt': 'Télécharger le reçu',
  'Receipt {{ receipt.number }}': 'Reçu {{ receipt.number }}',
  'You are receiving this e-mail because you paid at {{ team.name }}. Keep it as your receipt.':
    'Vous recevez cet e-mail parce que vous avez payé chez {{ team.name }}. Conservez-le comme reçu.',
  'Your order {{ order.number }} is on its way': 'Votre commande {{ order.number }} est en route',
  'Your order has shipped. You can track it.': 'Votre commande est partie. Vous pouvez la suivre.',
  'A parcel on its way': 'Un colis en route',
  'Your order is on its way': 'Votre commande est en route',
  'We have shipped your order **{{ order.number }}**{% if order.carrier %} with {{ order.carrier }}{% endif %}.':
    'Nous avons expédié votre commande **{{ order.number }}**{% if order.carrier %} avec {{ order.carrier }}{% endif %}.',
  'Estimated delivery: **{{ order.arrives }}**': 'Arrivée prévue : **{{ order.arrives }}**',
  'Track your parcel': 'Suivre le colis',
  'In the parcel': 'Dans le colis',
  'Not arrived on time? Reply to this e-mail and we will look into it.':
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
  'Already paid? You do not need to do anything.': 'Vous avez déjà payé ? Vous n’avez rien à faire.',
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'The link works once and expires after {{ valid_for }}.':
    'Le lien fonctionne une fois et expire après {{ valid_for }}.',
  'We received a request to reset the password for {{ subscriber.email }} at {{ team.name }}. If this was you, choose a new password here:':
    'Un nouveau mot de passe a été demandé pour {{ subscriber.email }} chez {{ team.name }}. Si c’était vous, choisissez-le ici :',
  'If this was not you, you do not need to do anything. Your password stays the same.':
    'Si ce n’était pas vous, il n’y a rien à faire : votre mot de passe reste le même.',
  'You are receiving this e-mail because you have an account at {{ team.name }}.':
    'Vous recevez cet e-mail parce qu’un compte existe pour votre adresse chez {{ team.name }}.',
  '{{ code }} is your code for {{ team.name }}': '{{ code }} est votre code pour {{ team.name }}',
  'It expires after {{ valid_for }}.': 'Il expire après {{ valid_for }}.',
  'Your code': 'Votre code',
  'Enter this code to sign in at {{ team.name }}:': 'Saisissez ce code pour vous connecter chez {{ team.name }} :',
  'We will never ask you for this code. If this was not you, you do not need to do anything.':
    'Nous ne vous demanderons jamais ce code. Si ce n’était pas vous, vous n’avez rien à faire.',
};
