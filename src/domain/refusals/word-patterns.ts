import type { Cause } from './refusal.ts';

/** Words, and the cause that they mean. */
export type Row = readonly [Cause, RegExp];

/** English words for a mailbox and its owner. */
export const MAILBOX =
  '(mail ?box|in ?box|mail ?folder|maildir|mail ?drop|mail ?spool|account|user(?:name)?|recipient|destination)';

/** Words for a mailbox and its owner in other languages, without accents. */
export const MAILBOX_ABROAD =
  '(compte|konto|postfach|cuenta|conta|casella|boite|buzon|caixa|аккаунт|ящик|benutzer|usuario)';

/** An address or its owner in other languages, without accents. */
export const USER_ABROAD = [
  '(empfanger|empfaenger|benutzer|adresse|postfach|mailbox|konto|destinataire|utilisateur|compte|boite|usuario',
  'destinatario|direccion|cuenta|buzon|endereco|conta|caixa|utente|indirizzo|casella|gebruiker|ontvanger|adres',
  'u[zż]ytkownik|adresat|skrzynka|kullan[iı]c[iı]|al[iı]c[iı]|пользовател|получател|адрес|ящик|аккаунт)',
].join('|');

/** An address or its owner in languages of northern and south-eastern Europe. */
export const USER_NORTH_EAST =
  '(mottagar|mottaker|modtager|bruker|bruger|anvandar|vastaanottaja|kayttaja|uzivatel|prijemce|schranka|cimzett|felhasznalo|utilizator|destinatar|χρηστης|παραληπτης)';

/** Up to sixty characters of the same sentence. A dot inside a name does not end it. */
const NEAR = String.raw`(?:[^.;:]|\.(?=\w)){0,60}`;

/**
 * A pattern with an alternative on each line. ` ~ ` stands for anything within a sentence. Every repetition in such
 * patterns is bounded, so that they take time in proportion to the text.
 */
export function words({ raw }: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  const lines = String.raw({ raw }, ...parts)
    .trim()
    .split('\n')
    .map((line) => line.trim());
  return new RegExp(lines.join('|').replace(/ ~ /g, NEAR));
}
