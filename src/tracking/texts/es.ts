import type { Texts } from './texts.ts';

export const es: Texts = {
  confirm: {
    ask: {
      title: 'Confirme su suscripción',
      text: (list, email) => `¿Desea recibir «${list}» en ${email}?`,
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
      text: (list) => `Ha cancelado la suscripción a «${list}». Este enlace no le vuelve a suscribir.`,
    },
  },
  unsubscribe: {
    ask: { title: 'Cancelar la suscripción', text: (list, email) => `¿Dejar de enviar «${list}» a ${email}?` },
    action: 'Cancelar la suscripción',
    done: { title: 'Suscripción cancelada', text: (list, email) => `Ya no se enviará «${list}» a ${email}.` },
  },
  leaving: {
    why: '¿Por qué ha cancelado la suscripción? La respuesta es opcional.',
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
    title: 'Sus preferencias de correo',
    text: (email) => `Elija los correos que enviamos a ${email}.`,
    lists: 'Listas',
    unconfirmed: 'sin confirmar',
    blocked: 'bloqueada: escriba al remitente',
    save: 'Guardar',
    often: {
      title: 'Frecuencia de los boletines',
      any: 'Todos los boletines',
      week: 'Como máximo uno por semana',
      month: 'Como máximo uno al mes',
      own: (messages, days) => `Como máximo ${messages} en ${days} días`,
    },
    tracking: {
      title: 'Aperturas y clics',
      text: 'El remitente puede ver qué correos abre y en qué enlaces hace clic.',
      on: 'Permitir el seguimiento',
      off: 'No permitir el seguimiento',
    },
    language: 'Idioma',
    noLanguage: 'Sin elegir',
    pause: {
      title: 'Pausa',
      text: 'Durante 30 días solo recibirá los correos que usted pida, como la confirmación de un pedido.',
      action: 'Pausar 30 días',
      until: (day) => `Hasta el ${day} solo recibirá los correos que usted pida.`,
      end: 'Terminar la pausa',
    },
    leaveAll: 'Cancelar todas las suscripciones',
    data: {
      title: 'Sus datos',
      text: (email) => `Descargue o borre sus datos. Para ello enviamos un enlace a ${email}.`,
      action: 'Enviarme el enlace',
      blocked: 'No podemos enviar nada a su dirección. Escriba al remitente para obtener o borrar sus datos.',
    },
    done: {
      saved: 'Sus preferencias se han guardado.',
      leftAll: 'Se han cancelado todas sus suscripciones.',
      answered: 'Gracias por su respuesta.',
      paused: 'Su pausa ha empezado.',
      resumed: 'Su pausa ha terminado.',
      dataSent: 'El enlace va de camino a su buzón.',
    },
    link: 'Gestionar sus preferencias',
  },
  data: {
    title: 'Sus datos',
    text: (team, email) => `Aquí puede descargar o borrar los datos que ${team} guarda sobre ${email}.`,
    download: 'Descargar mis datos',
    erase: 'Borrar mis datos',
    warning: 'Terminan todas sus suscripciones y no recibirá más correos. Esto no se puede deshacer.',
    sure: 'Sí, borrarlo todo',
    erased: {
      title: 'Sus datos se han borrado',
      text: (team, email) => `${team} ha borrado los datos sobre ${email} y no volverá a enviar nada a esta dirección.`,
    },
  },
  blocked: {
    title: 'Esta dirección está bloqueada',
    text: (email) => `No se envían correos a ${email}. Para cambiarlo, escriba al remitente.`,
  },
  test: {
    title: 'Esto era una prueba',
    text: () =>
      'El enlace funciona, pero en un correo de prueba no cambia nada. Los destinatarios del correo real reciben sus propios enlaces.',
  },
  archive: {
    title: (list) => `Números anteriores de «${list}»`,
    by: (team) => `De ${team}.`,
    none: 'Todavía no hay números.',
    newer: 'Más recientes',
    older: 'Más antiguos',
    feed: 'Suscribirse al canal',
  },
  report: {
    by: (team, day) => `Enviado por ${team} el ${day}.`,
    recipients: 'Destinatarios',
    delivered: 'Entregados',
    opened: 'Aperturas',
    clicked: 'Clics',
    bounced: 'Devueltos',
    unsubscribed: 'Bajas',
    complained: 'Marcados como spam',
    revenue: 'Ingresos',
    variants: 'Variantes',
    variant: 'Variante',
    winner: 'Ganadora',
    links: 'Enlaces con clics',
    link: 'Enlace',
    people: 'Personas',
  },
  failures: {
    unknown: {
      title: 'Este enlace no funciona',
      text: () => 'Está incompleto o ya no es válido. Ábralo de nuevo desde el correo.',
    },
    unreadable: {
      title: 'No se ha podido leer la solicitud',
      text: () => 'No se ha cambiado nada. Abra de nuevo el enlace desde el correo.',
    },
    method: { title: 'Esto no es posible aquí', text: () => 'No se ha cambiado nada.' },
    fault: { title: 'Algo ha salido mal', text: () => 'Vuelva a intentarlo en un momento.' },
  },
};
