import type { Texts } from './texts.ts';

export const es: Texts = {
  confirm: {
    ask: {
      title: 'Confirme su suscripción',
      text: (list, email) => `¿Quiere que se envíe «${list}» a ${email}?`,
    },
    action: 'Confirmar la suscripción',
    done: {
      title: 'Su suscripción está confirmada',
      text: (list, email) => `Gracias. Se enviará «${list}» a ${email}.`,
    },
    already: {
      title: 'Su suscripción ya estaba confirmada',
      text: (list, email) => `Se envía «${list}» a ${email}. No tiene que hacer nada más.`,
    },
    left: {
      title: 'Ha cancelado la suscripción',
      text: (list) => `Ha cancelado la suscripción a «${list}», y este enlace no cambia nada.`,
    },
  },
  unsubscribe: {
    ask: { title: 'Cancelar la suscripción', text: (list, email) => `¿Dejar de enviar «${list}» a ${email}?` },
    action: 'Cancelar la suscripción',
    done: { title: 'Suscripción cancelada', text: (list, email) => `Ya no se enviará «${list}» a ${email}.` },
  },
  preferences: {
    title: 'Lo que recibe',
    text: (email) => `Elija lo que se envía a ${email}.`,
    lists: 'Listas',
    unconfirmed: 'sin confirmar',
    blocked: 'bloqueada: escriba al remitente',
    save: 'Guardar',
    saved: 'Su elección se ha guardado.',
    leaveAll: 'Cancelar todas las suscripciones',
    leftAll: 'Se han cancelado todas sus suscripciones.',
    link: 'Elegir lo que recibe',
  },
  blocked: {
    title: 'Esta dirección está bloqueada',
    text: (email) => `No se envía nada a ${email}. Escriba al remitente si eso debe cambiar.`,
  },
  test: {
    title: 'Esto era una prueba',
    text: () =>
      'El enlace funciona. En una prueba no cambia nada para nadie; en el correo que reciben las personas es el suyo propio.',
  },
  archive: {
    title: (list) => `Números anteriores de «${list}»`,
    by: (team) => `De ${team}.`,
    none: 'Todavía no se ha enviado nada.',
    newer: 'Más recientes',
    older: 'Más antiguos',
    feed: 'Seguir por canal',
  },
  failures: {
    unknown: {
      title: 'Este enlace no funciona',
      text: () => 'Está incompleto o ya no es válido. Ábralo de nuevo desde el correo.',
    },
    unreadable: {
      title: 'No se ha podido leer',
      text: () => 'No se ha cambiado nada. Abra de nuevo el enlace desde el correo.',
    },
    method: { title: 'Eso no se puede hacer aquí', text: () => 'No se ha cambiado nada.' },
    fault: { title: 'Algo ha salido mal', text: () => 'Vuelva a intentarlo en un momento.' },
  },
};
