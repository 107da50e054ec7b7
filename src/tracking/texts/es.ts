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
  leaving: {
    why: '¿Por qué se ha ido? No es necesario que responda.',
    reasons: {
      too_often: 'Recibía demasiados correos',
      not_relevant: 'Los temas no me interesan',
      never_signed_up: 'Nunca me suscribí',
      not_needed: 'Ya no los necesito',
      other: 'Otro motivo',
    },
    send: 'Enviar respuesta',
    thanks: 'Gracias por su respuesta.',
  },
  preferences: {
    title: 'Lo que recibe',
    text: (email) => `Elija lo que se envía a ${email}.`,
    lists: 'Listas',
    unconfirmed: 'sin confirmar',
    blocked: 'bloqueada: escriba al remitente',
    save: 'Guardar',
    often: {
      title: 'Cuántos boletines',
      any: 'Todos',
      week: 'Como máximo uno por semana',
      month: 'Como máximo uno al mes',
      own: (messages, days) => `Como máximo ${messages} en ${days} días`,
    },
    tracking: {
      title: 'Aperturas y clics',
      text: 'El remitente puede contar si un correo se abrió y qué enlaces se siguieron.',
      on: 'Se pueden contar',
      off: 'No se deben contar',
    },
    language: 'Idioma',
    noLanguage: 'Sin elegir',
    pause: {
      title: 'Pausa',
      text: 'Durante 30 días solo se le envía lo que usted pide, como la confirmación de un pedido.',
      action: 'Pausar 30 días',
      until: (day) => `Hasta el ${day} solo se le envía lo que usted pide.`,
      end: 'Terminar la pausa',
    },
    leaveAll: 'Cancelar todas las suscripciones',
    data: {
      title: 'Sus datos',
      text: (email) => `Obtenga o borre lo que se guarda sobre usted. Para ello enviamos un enlace a ${email}.`,
      action: 'Enviarme el enlace',
      blocked: 'No se puede enviar nada a su dirección. Escriba al remitente para obtener o borrar sus datos.',
    },
    done: {
      saved: 'Su elección se ha guardado.',
      leftAll: 'Se han cancelado todas sus suscripciones.',
      told: 'Gracias por su respuesta.',
      paused: 'La pausa ha empezado.',
      resumed: 'La pausa ha terminado.',
      dataSent: 'El enlace va de camino a su buzón.',
    },
    link: 'Elegir lo que recibe',
  },
  data: {
    title: 'Sus datos',
    text: (team, email) => `Aquí obtiene o borra lo que ${team} guarda sobre ${email}.`,
    download: 'Descargar mis datos',
    erase: 'Borrar mis datos',
    warning: 'Terminan todas las suscripciones y no se le envía nada más. Esto no se puede deshacer.',
    sure: 'Sí, borrarlo todo',
    erased: {
      title: 'Sus datos están borrados',
      text: (team, email) => `${team} ha borrado lo que guardaba sobre ${email}. Ya no se envía nada allí.`,
    },
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
