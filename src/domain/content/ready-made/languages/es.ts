import type { Phrases } from './translate.ts';

export const ES: Phrases = {
  'Still thinking of {{ event.name }}?': '¿Sigue pensando en {{ event.name }}?',
  'Here it is once more.': 'Aquí lo tiene de nuevo.',
  'Did it catch your eye?': '¿Le ha llamado la atención?',
  'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},':
    'Hola{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %}:',
  'You looked at this, so here it is once more:': 'Usted miró esto. Aquí lo tiene de nuevo:',
  'Have another look': 'Verlo otra vez',
  'Do you have a question about it? Answer this e-mail and we will help.':
    '¿Tiene alguna pregunta? Responda a este correo y le ayudaremos.',
  'You receive this e-mail because you looked at something at {{ team.name }}.':
    'Recibe este correo porque miró algo en {{ team.name }}.',
  'Your cart is still here': 'Su cesta sigue aquí',
  'We kept what you chose.': 'Hemos guardado lo que eligió.',
  'We kept your cart': 'Hemos guardado su cesta',
  'You were choosing something with us and did not finish. It is all still there:':
    'Estaba eligiendo algo y no terminó. Todo sigue ahí:',
  'Back to your cart': 'Volver a la cesta',
  'Was something not as it should be? Answer this e-mail and we will help.':
    '¿Algo no iba bien? Responda a este correo y le ayudaremos.',
  'You receive this e-mail because you left something in your cart at {{ team.name }}.':
    'Recibe este correo porque dejó algo en su cesta en {{ team.name }}.',
  'Shall we put it back on the shelf?': '¿Lo devolvemos al estante?',
  'Your cart is kept a little longer.': 'Guardamos su cesta un poco más.',
  'Still thinking about it?': '¿Todavía lo está pensando?',
  'Take your time. Your cart is kept a little longer, and we will not remind you of it again.':
    'Tómese su tiempo. Guardamos su cesta un poco más y no se lo recordaremos otra vez.',
  'Finish your order': 'Terminar el pedido',
  'Changed your mind? Then there is nothing to do.': '¿Ha cambiado de idea? Entonces no tiene que hacer nada.',
  'How was it?': '¿Qué tal fue?',
  'Two minutes, and others choose more easily.': 'Dos minutos, y otros elegirán mejor.',
  'Five stars': 'Cinco estrellas',
  'Some days ago this came to you. What do you think of it?': 'Hace unos días recibió esto. ¿Qué le parece?',
  'Write a review': 'Escribir una reseña',
  'It was not as it should be? Answer this e-mail and we will put it right.':
    '¿No fue como debía? Responda a este correo y lo arreglaremos.',
  'You receive this e-mail because you ordered at {{ team.name }}.':
    'Recibe este correo porque hizo un pedido en {{ team.name }}.',
  'Your order {{ order.number }}': 'Su pedido {{ order.number }}',
  'We have your order and are getting it ready.': 'Tenemos su pedido y lo estamos preparando.',
  'Thank you{% if name %}, {{ name }}{% endif %}.': 'Gracias{% if name %}, {{ name }}{% endif %}.',
  'We have your order **{{ order.number }}** and are getting it ready. You will hear from us when it leaves.':
    'Tenemos su pedido **{{ order.number }}** y lo estamos preparando. Le avisaremos cuando salga.',
  Shipping: 'Envío',
  Total: 'Total',
  'See your order': 'Ver el pedido',
  'It goes to': 'Se envía a',
  'Is something not right? Answer this e-mail before we pack it.':
    '¿Hay algo que no está bien? Responda a este correo antes de que lo empaquetemos.',
  'Your receipt {{ receipt.number }}': 'Su recibo {{ receipt.number }}',
  'Paid: {{ receipt.total }}. Thank you.': 'Pagado: {{ receipt.total }}. Gracias.',
  'Your receipt': 'Su recibo',
  'Thank you. We received **{{ receipt.total }}** on {{ receipt.date }}, paid by {{ receipt.method }}.':
    'Gracias. Hemos recibido **{{ receipt.total }}**. Fecha: {{ receipt.date }}, forma de pago: {{ receipt.method }}.',
  'Tax in it': 'Impuestos incluidos',
  'Download the receipt': 'Descargar el recibo',
  'Receipt {{ receipt.number }}': 'Recibo {{ receipt.number }}',
  'You receive this e-mail because you paid at {{ team.name }}. Keep it as your receipt.':
    'Recibe este correo porque pagó en {{ team.name }}. Guárdelo como recibo.',
  'Your order {{ order.number }} is on its way': 'Su pedido {{ order.number }} está en camino',
  'It has left, and you can follow it.': 'Ha salido y puede seguirlo.',
  'A parcel on its way': 'Un paquete en camino',
  'It is on its way.': 'Está en camino.',
  'Your order **{{ order.number }}** has left us{% if order.carrier %} with {{ order.carrier }}{% endif %}.':
    'Su pedido **{{ order.number }}** ha salido{% if order.carrier %} con {{ order.carrier }}{% endif %}.',
  'It should reach you: **{{ order.arrives }}**': 'Llegada prevista: **{{ order.arrives }}**',
  'Follow your parcel': 'Seguir el paquete',
  'In the parcel': 'En el paquete',
  'It has not come in time? Answer this e-mail and we will look for it.':
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
  'You have paid already? Then there is nothing to do.': '¿Ya ha pagado? Entonces no tiene que hacer nada.',
  'Choose a new password': 'Elegir una contraseña nueva',
  'The link works once, for {{ valid_for }}.': 'El enlace funciona una vez, durante {{ valid_for }}.',
  'Somebody asked for a new password for {{ subscriber.email }} at {{ team.name }}. If it was you, choose one here:':
    'Alguien ha pedido una contraseña nueva para {{ subscriber.email }} en {{ team.name }}. Si ha sido usted, elíjala aquí:',
  'If it was not you, there is nothing to do: your password stays as it is.':
    'Si no ha sido usted, no tiene que hacer nada: su contraseña sigue igual.',
  'You receive this e-mail because your address has an account at {{ team.name }}.':
    'Recibe este correo porque su dirección tiene una cuenta en {{ team.name }}.',
  '{{ code }} is your code for {{ team.name }}': '{{ code }} es su código para {{ team.name }}',
  'It is valid for {{ valid_for }}.': 'Es válido durante {{ valid_for }}.',
  'Your code': 'Su código',
  'Enter this code to sign in at {{ team.name }}:': 'Introduzca este código para entrar en {{ team.name }}:',
  'Nobody of us will ever ask you for it. If it was not you, there is nothing to do.':
    'Nadie de nosotros se lo pedirá nunca. Si no ha sido usted, no tiene que hacer nada.',
};
