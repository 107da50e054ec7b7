import type { Phrases } from './translate.ts';

export const ES: Phrases = {
  'Still thinking about {{ event.name }}?': '¿Sigue pensando en {{ event.name }}?',
  'Here is another look.': 'Échele otro vistazo.',
  'Did it catch your eye?': '¿Le ha llamado la atención?',
  'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},':
    'Hola{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %}:',
  'You recently viewed this product:': 'Hace poco vio este producto:',
  'Take another look': 'Verlo otra vez',
  'Do you have a question? Reply to this e-mail and we will help.':
    '¿Tiene alguna pregunta? Responda a este correo y le ayudaremos.',
  'You are receiving this e-mail because you viewed a product at {{ team.name }}.':
    'Recibe este correo porque miró algo en {{ team.name }}.',
  'Your cart is still here': 'Su cesta sigue aquí',
  'We saved your items for you.': 'Hemos guardado sus artículos.',
  'We saved your cart': 'Hemos guardado su cesta',
  'You left these items in your cart. They are still there:': 'Dejó estos artículos en su cesta. Siguen ahí:',
  'Return to your cart': 'Volver a la cesta',
  'Did something go wrong? Reply to this e-mail and we will help.':
    '¿Ha tenido algún problema? Responda a este correo y le ayudaremos.',
  'You are receiving this e-mail because you left something in your cart at {{ team.name }}.':
    'Recibe este correo porque dejó algo en su cesta en {{ team.name }}.',
  'Do you still want these items?': '¿Todavía quiere estos artículos?',
  'We will keep your cart a little longer.': 'Guardamos su cesta un poco más.',
  'Still thinking about it?': '¿Todavía lo está pensando?',
  'Take your time. We will keep your cart a little longer and will not remind you again.':
    'Tómese su tiempo. Guardamos su cesta un poco más y no se lo recordaremos otra vez.',
  'Complete your order': 'Terminar el pedido',
  'Changed your mind? You do not need to do anything.': '¿Ha cambiado de idea? Entonces no tiene que hacer nada.',
  'How was it?': '¿Qué tal fue?',
  'Your review helps others choose.': 'Su opinión ayuda a otros a elegir.',
  'Five stars': 'Cinco estrellas',
  'Your order arrived a few days ago. What do you think of it?': 'Su pedido llegó hace unos días. ¿Qué le parece?',
  'Write a review': 'Escribir una reseña',
  'Not happy with it? Reply to this e-mail and we will put it right.':
    '¿No está conforme? Responda a este correo y lo arreglaremos.',
  'You are receiving this e-mail because you ordered at {{ team.name }}.':
    'Recibe este correo porque hizo un pedido en {{ team.name }}.',
  'Your order {{ order.number }}': 'Su pedido {{ order.number }}',
  'We received your order and are getting it ready.': 'Tenemos su pedido y lo estamos preparando.',
  'Thank you{% if name %}, {{ name }}{% endif %}.': 'Gracias{% if name %}, {{ name }}{% endif %}.',
  'We received your order **{{ order.number }}** and are getting it ready. We will let you know when it ships.':
    'Tenemos su pedido **{{ order.number }}** y lo estamos preparando. Le avisaremos cuando salga.',
  Shipping: 'Envío',
  Total: 'Total',
  'View your order': 'Ver el pedido',
  'Ships to': 'Se envía a',
  'Is something wrong? Reply to this e-mail before we pack your order.':
    '¿Hay algo que no está bien? Responda a este correo antes de que lo empaquetemos.',
  'Your receipt {{ receipt.number }}': 'Su recibo {{ receipt.number }}',
  'Paid: {{ receipt.total }}. Thank you.': 'Pagado: {{ receipt.total }}. Gracias.',
  'Your receipt': 'Su recibo',
  'Thank you. We received **{{ receipt.total }}** on {{ receipt.date }}, paid by {{ receipt.method }}.':
    'Gracias. Hemos recibido **{{ receipt.total }}**. Fecha: {{ receipt.date }}, forma de pago: {{ receipt.method }}.',
  'Including tax': 'Impuestos incluidos',
  'Download the receipt': 'Descargar el recibo',
  'Receipt {{ receipt.number }}': 'Recibo {{ receipt.number }}',
  'You are receiving this e-mail because you paid at {{ team.name }}. Keep it as your receipt.':
    'Recibe este correo porque pagó en {{ team.name }}. Guárdelo como recibo.',
  'Your order {{ order.number }} is on its way': 'Su pedido {{ order.number }} está en camino',
  'Your order has shipped. You can track it.': 'Su pedido ha salido. Puede seguirlo.',
  'A parcel on its way': 'Un paquete en camino',
  'Your order is on its way': 'Su pedido está en camino',
  'We have shipped your order **{{ order.number }}**{% if order.carrier %} with {{ order.carrier }}{% endif %}.':
    'Hemos enviado su pedido **{{ order.number }}**{% if order.carrier %} con {{ order.carrier }}{% endif %}.',
  'Estimated delivery: **{{ order.arrives }}**': 'Llegada prevista: **{{ order.arrives }}**',
  'Track your parcel': 'Seguir el paquete',
  'In the parcel': 'En el paquete',
  'Not arrived on time? Reply to this e-mail and we will look into it.':
    '¿No ha llegado a tiempo? Responda a este correo y lo buscaremos.',
  'Invoice {{ invoice.number }}: {{ invoice.total }}, due {{ invoice.due }}':
    'Factura {{ invoice.number }}: {{ invoice.total }}, vence el {{ invoice.due }}',
  'Due {{ invoice.due }}.': 'Vence el {{ invoice.due }}.',
  'Invoice {{ invoice.number }}': 'Factura {{ invoice.number }}',
  'Please pay **{{ invoice.total }}** by **{{ invoice.due }}**.':
    'Por favor, pague **{{ invoice.total }}** antes del **{{ invoice.due }}**.',
  Subtotal: 'Subtotal',
  Tax: 'Impuestos',
  'View and pay': 'Ver y pagar',
  'Already paid? You do not need to do anything.': '¿Ya ha pagado? Entonces no tiene que hacer nada.',
  'Choose a new password': 'Elegir una contraseña nueva',
  'The link works once and expires after {{ valid_for }}.':
    'El enlace funciona una vez y caduca a los {{ valid_for }}.',
  'We received a request to reset the password for {{ subscriber.email }} at {{ team.name }}. If this was you, choose a new password here:':
    'Se ha pedido una contraseña nueva para {{ subscriber.email }} en {{ team.name }}. Si ha sido usted, elíjala aquí:',
  'If this was not you, you do not need to do anything. Your password stays the same.':
    'Si no ha sido usted, no tiene que hacer nada: su contraseña sigue igual.',
  'You are receiving this e-mail because you have an account at {{ team.name }}.':
    'Recibe este correo porque su dirección tiene una cuenta en {{ team.name }}.',
  '{{ code }} is your code for {{ team.name }}': '{{ code }} es su código para {{ team.name }}',
  'It expires after {{ valid_for }}.': 'Caduca a los {{ valid_for }}.',
  'Your code': 'Su código',
  'Enter this code to sign in at {{ team.name }}:': 'Introduzca este código para entrar en {{ team.name }}:',
  'We will never ask you for this code. If this was not you, you do not need to do anything.':
    'Nunca le pediremos este código. Si no ha sido usted, no tiene que hacer nada.',
};
