/** A text in the languages of the dashboard. */
interface Words {
  en: string;
  de: string;
}

/** A type of object in the audit log. */
interface Audited {
  /**
   * The column stored as its name: the team's own name for its own thing. Others may name a person, and are stored by id
   * only.
   */
  named?: string;
  /** What happens to it, with the labels in the dashboard. Each starts with the object, so that they sort by object. */
  actions: Readonly<Record<string, Words>>;
}

/** The actions that `createX`, `updateX` and `deleteX` record. */
const usual = ({ en, de }: Words) => ({
  changed: { en: `${en} changed`, de: `${de} geändert` },
  created: { en: `${en} created`, de: `${de} angelegt` },
  deleted: { en: `${en} deleted`, de: `${de} gelöscht` },
});

/** Everything in the audit log: object types and their actions. `npm run codegen` writes the labels for the dashboard. */
export const AUDITED = {
  audit_log: {
    actions: {
      exported: { en: 'Audit log exported', de: 'Audit-Protokoll exportiert' },
    },
  },
  automation: {
    named: 'name',
    actions: {
      ...usual({ en: 'Automation', de: 'Automation' }),
      activated: { en: 'Automation activated', de: 'Automation aktiviert' },
      archived: { en: 'Automation archived', de: 'Automation archiviert' },
      duplicated: { en: 'Automation duplicated', de: 'Automation dupliziert' },
      paused: { en: 'Automation paused', de: 'Automation angehalten' },
      person_entered: { en: 'Automation: person added', de: 'Automation: Person hinzugefügt' },
      run_ended: { en: 'Automation: run ended', de: 'Automation: Durchlauf beendet' },
    },
  },
  bulk_update: {
    actions: {
      cancelled: { en: 'Bulk update cancelled', de: 'Massenänderung abgebrochen' },
      started: { en: 'Bulk update started', de: 'Massenänderung gestartet' },
    },
  },
  campaign: {
    named: 'name',
    actions: {
      ...usual({ en: 'Campaign', de: 'Kampagne' }),
      cancelled: { en: 'Campaign cancelled', de: 'Kampagne abgebrochen' },
      duplicated: { en: 'Campaign duplicated', de: 'Kampagne dupliziert' },
      paused: { en: 'Campaign paused', de: 'Kampagne angehalten' },
      recipients_exported: { en: 'Campaign recipients exported', de: 'Kampagne: Empfänger exportiert' },
      report_shared: { en: 'Campaign report shared', de: 'Kampagne: Bericht geteilt' },
      report_link_revoked: { en: 'Campaign report link revoked', de: 'Kampagne: Link zum Bericht widerrufen' },
      resend_created: {
        en: 'Campaign resend created as a draft',
        de: 'Kampagne: erneuter Versand als Entwurf angelegt',
      },
      resumed: { en: 'Campaign resumed', de: 'Kampagne fortgesetzt' },
      scheduled: { en: 'Campaign scheduled', de: 'Kampagne geplant' },
      sent: { en: 'Campaign sent', de: 'Kampagne gesendet' },
      tested: { en: 'Campaign test sent', de: 'Kampagne: Test gesendet' },
      unscheduled: { en: 'Campaign unscheduled', de: 'Kampagne: Planung aufgehoben' },
      variant_picked: { en: 'Campaign winner chosen', de: 'Kampagne: Gewinner gewählt' },
    },
  },
  conversion: {
    actions: {
      changed: { en: 'Sale corrected', de: 'Verkauf korrigiert' },
      recorded: { en: 'Conversion recorded', de: 'Conversion erfasst' },
      refunded: { en: 'Sale refunded', de: 'Verkauf erstattet' },
    },
  },
  event: {
    actions: {
      recorded: { en: 'Event recorded', de: 'Ereignis erfasst' },
    },
  },
  feedback_source: { named: 'name', actions: usual({ en: 'Feedback source', de: 'Rückmeldequelle' }) },
  field: { named: 'key', actions: usual({ en: 'Contact field', de: 'Kontaktfeld' }) },
  form: { named: 'name', actions: usual({ en: 'Form', de: 'Formular' }) },
  gmail_postmaster: {
    actions: {
      connected: { en: 'Gmail Postmaster connected', de: 'Gmail Postmaster verbunden' },
      disconnected: { en: 'Gmail Postmaster disconnected', de: 'Gmail Postmaster getrennt' },
    },
  },
  import: {
    named: 'fileName',
    actions: {
      cancelled: { en: 'Import cancelled', de: 'Import abgebrochen' },
      failed_rows_exported: { en: 'Import: failed rows exported', de: 'Import: fehlgeschlagene Zeilen exportiert' },
      started: { en: 'Import started', de: 'Import gestartet' },
    },
  },
  list: {
    named: 'name',
    actions: {
      ...usual({ en: 'List', de: 'Liste' }),
      exported: { en: 'List exported', de: 'Liste exportiert' },
      people_subscribed: { en: 'List: people subscribed', de: 'Liste: Personen angemeldet' },
    },
  },
  mail: {
    actions: {
      cancelled: { en: 'Transactional e-mail cancelled', de: 'Transaktionale E-Mail abgebrochen' },
      created: { en: 'Transactional e-mail requested', de: 'Transaktionale E-Mail angefordert' },
      resent: { en: 'Transactional e-mail resent', de: 'Transaktionale E-Mail erneut gesendet' },
    },
  },
  media: {
    named: 'name',
    actions: {
      changed: { en: 'Image changed', de: 'Bild geändert' },
      deleted: { en: 'Image deleted', de: 'Bild gelöscht' },
      uploaded: { en: 'Image uploaded', de: 'Bild hochgeladen' },
    },
  },
  member: {
    actions: {
      changed: { en: 'Member role changed', de: 'Mitglied: Rolle geändert' },
      invitation_accepted: { en: 'Member invitation accepted', de: 'Mitglied: Einladung angenommen' },
      invitation_withdrawn: { en: 'Member invitation revoked', de: 'Mitglied: Einladung widerrufen' },
      invitation_link_created: { en: 'Member invitation link created', de: 'Mitglied: Einladungslink erstellt' },
      sign_in_link_created: { en: 'Member sign-in link created', de: 'Mitglied: Anmeldelink erstellt' },
      invited: { en: 'Member invited', de: 'Mitglied eingeladen' },
      removed: { en: 'Member removed', de: 'Mitglied entfernt' },
    },
  },
  passkey: {
    actions: {
      added: { en: 'Passkey added', de: 'Passkey hinzugefügt' },
      removed: { en: 'Passkey removed', de: 'Passkey entfernt' },
    },
  },
  session: {
    actions: {
      begun_by_invitation: { en: 'Signed in by invitation', de: 'Anmeldung durch Einladung' },
      begun_by_link: { en: 'Signed in by link', de: 'Anmeldung durch Link' },
      begun_by_oidc: { en: 'Signed in by single sign-on', de: 'Anmeldung durch Single Sign-on' },
      begun_by_passkey: { en: 'Signed in by passkey', de: 'Anmeldung durch Passkey' },
      begun_by_switch: { en: 'Signed in by switching teams', de: 'Anmeldung durch Teamwechsel' },
      ended: { en: 'Signed out', de: 'Abmeldung' },
    },
  },
  people_view: { named: 'name', actions: usual({ en: 'View', de: 'Ansicht' }) },
  person: {
    actions: {
      erased: { en: 'Person erased', de: 'Person gelöscht' },
      preferences_changed: { en: 'Person preferences changed', de: 'Person: Einstellungen geändert' },
      tracking_changed: { en: 'Person tracking changed', de: 'Person: Erfassung geändert' },
    },
  },
  sample_data: {
    actions: {
      loaded: { en: 'Sample data loaded', de: 'Beispieldaten geladen' },
      removed: { en: 'Sample data removed', de: 'Beispieldaten entfernt' },
    },
  },
  segment: { named: 'name', actions: usual({ en: 'Segment', de: 'Segment' }) },
  sending_domain: {
    named: 'domain',
    actions: {
      created: { en: 'Sending domain added', de: 'Versanddomain hinzugefügt' },
      deleted: { en: 'Sending domain deleted', de: 'Versanddomain gelöscht' },
      dkim_rotation_cancelled: { en: 'DKIM key rotation cancelled', de: 'Wechsel des DKIM-Schlüssels abgebrochen' },
      dkim_rotation_started: { en: 'DKIM key rotation started', de: 'Wechsel des DKIM-Schlüssels begonnen' },
    },
  },
  subscriber: {
    actions: {
      changed: { en: 'Subscriber changed', de: 'Person auf einer Liste geändert' },
      confirmation_resent: {
        en: 'Subscriber confirmation e-mail resent',
        de: 'Person: Bestätigungsmail erneut gesendet',
      },
      confirmed: { en: 'Subscriber confirmed', de: 'Person: Anmeldung bestätigt' },
      deleted: { en: 'Subscriber deleted', de: 'Person von einer Liste gelöscht' },
      subscribed: { en: 'Subscriber added', de: 'Person angemeldet' },
      tagged: { en: 'Subscriber tags added', de: 'Person: Tags hinzugefügt' },
      unsubscribed: { en: 'Subscriber unsubscribed', de: 'Person abgemeldet' },
      untagged: { en: 'Subscriber tags removed', de: 'Person: Tags entfernt' },
    },
  },
  suppression: {
    actions: {
      created: { en: 'Suppression added', de: 'Sperre hinzugefügt' },
      deleted: { en: 'Suppression removed', de: 'Sperre entfernt' },
      imported: { en: 'Suppressions imported', de: 'Sperren importiert' },
      lifted: { en: 'Suppressions removed in bulk', de: 'Sperren gesammelt entfernt' },
    },
  },
  tag: {
    named: 'name',
    actions: {
      created: { en: 'Tag created', de: 'Tag angelegt' },
      deleted: { en: 'Tag deleted', de: 'Tag gelöscht' },
      merged: { en: 'Tags merged', de: 'Tags zusammengeführt' },
      renamed: { en: 'Tag renamed', de: 'Tag umbenannt' },
    },
  },
  team: {
    named: 'name',
    actions: {
      changed: { en: 'Team changed', de: 'Team geändert' },
    },
  },
  template: {
    named: 'name',
    actions: {
      ...usual({ en: 'Template', de: 'Vorlage' }),
      tested: { en: 'Template test sent', de: 'Vorlage: Test gesendet' },
    },
  },
  token: {
    named: 'name',
    actions: {
      changed: { en: 'Token changed', de: 'Token geändert' },
      created: { en: 'Token created', de: 'Token erstellt' },
      handed_over: { en: 'Token transferred', de: 'Token übertragen' },
      revoked: { en: 'Token revoked', de: 'Token widerrufen' },
    },
  },
  transport: {
    named: 'name',
    actions: {
      changed: { en: 'Transport changed', de: 'Versandweg geändert' },
      created: { en: 'Transport added', de: 'Versandweg hinzugefügt' },
      deleted: { en: 'Transport deleted', de: 'Versandweg gelöscht' },
      pause_ended: { en: 'Sending pause ended', de: 'Versandpause beendet' },
    },
  },
  webhook: {
    actions: {
      ...usual({ en: 'Webhook', de: 'Webhook' }),
      redelivered: { en: 'Webhook deliveries resent', de: 'Webhook: Zustellungen erneut gesendet' },
      secret_rotated: { en: 'Webhook secret rotated', de: 'Webhook: Schlüssel gewechselt' },
      tested: { en: 'Webhook tested', de: 'Webhook getestet' },
    },
  },
} as const satisfies Readonly<Record<string, Audited>>;
