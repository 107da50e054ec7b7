import { plainNames } from './plain-name.ts';

/**
 * Column names of other products and languages by field, the best first. They yield to a contact field of that name, and to
 * a column with our own name for the same field.
 */
const NAMES: Record<string, string> = {
  first_name: `first name, given name, fname, forename, vorname, rufname, prénom, prenom, primer nombre, nombre de pila, nombres,
    primeiro nome, voornaam, imię, förnamn, fornavn, etunimi, křestní jméno, jméno, keresztnév, utónév, prenume, adı, όνομα,
    имя, ім'я, 名, 名前（名）, 이름, contact first name, customer first name, billing first name, shipping first name, first`,
  last_name: `last name, surname, family name, lname, nachname, familienname, zuname, nom de famille, apellidos, apellido,
    primer apellido, cognome, sobrenome, último nome, apelido, achternaam, familienaam, nazwisko, efternamn, efternavn, etternavn,
    sukunimi, příjmení, priezvisko, vezetéknév, családnév, nume de familie, soyad, soyadı, επώνυμο, фамилия, прізвище, 姓, 苗字,
    名字, 성, contact last name, customer last name, billing last name, shipping last name, last`,
  name: `name, full name, fullname, vollständiger name, ganzer name, nom complet, nom et prénom, nom, nombre completo, nombre y apellidos,
    nombre, nome completo, nome e cognome, nome, volledige naam, naam, imię i nazwisko, namn, navn, nimi, jméno a příjmení,
    teljes név, név, nume, ad soyad, фио, 氏名, お名前, 名前, 이름 전체, contact name, customer name, display name, profile name`,
  locale: `language, lang, preferred language, language code, sprache, langue, idioma, lingua, língua, taal, język, språk, sprog,
    kieli, jazyk, nyelv, dil, язык, 言語, 语言, 언어`,
  timezone:
    'time zone, tz, zeitzone, fuseau horaire, zona horaria, fuso orario, fuso horário, tijdzone, strefa czasowa, タイムゾーン',
  tags: 'tag, tags, labels, etiquetas, étiquettes, etichette, schlagwörter, schlagworte, タグ',
  attributes: 'attribs',
};

/** The names of columns with the people's own addresses. */
const ADDRESS = `email, e-mail, email address, e-mail address, mail, mail address, emails, email addresses, e-mail-adresse, e-mail-adressen,
  mailadresse, adresse e-mail, adresse mail, adresse électronique, adresse de messagerie, adresse de courriel, courriel,
  correo electrónico, correo, dirección de correo electrónico, dirección de correo, dirección de email, e-mail do cliente,
  endereço de e-mail, correio eletrônico, correio eletrónico, indirizzo e-mail, indirizzo mail, indirizzo di posta elettronica,
  posta elettronica, e-mailadres, mailadres, adres e-mail, adres mailowy, adres poczty elektronicznej, poczta elektroniczna,
  e-post, e-postadress, e-postadresse, sähköposti, sähköpostiosoite, e-mailová adresa, emailová adresa, e-mail cím, email cím,
  adresă de e-mail, e-posta, e-posta adresi, mail adresi, ηλεκτρονικό ταχυδρομείο, διεύθυνση e-mail, email-адрес, e-mail адрес,
  электронная почта, адрес электронной почты, эл. почта, почта, електронна пошта, имейл, メールアドレス, メール, eメール, 電子メール,
  e-mailアドレス, 电子邮件, 电子邮箱, 电子邮件地址, 邮箱, 邮箱地址, 邮件地址, 電子郵件, 電子信箱, 이메일, 이메일 주소, 전자우편, อีเมล,
  địa chỉ email, البريد الإلكتروني, דוא"ל, אימייל, ईमेल, subscriber email, email id, emailid, e-mail id`;

/** Names of columns used for addresses if there is no better one, the best first. */
const ADDRESS_TOO = `primary email, primary email address, main email, contact email, contact email address, customer email,
  customer email address, user email, member email, person email, profile email, recipient email, account email, work email,
  business email, personal email, home email, private email, e-mail 1 - value, email 1, email 1 value, emailaddress1, email address 1,
  e-mail privat, e-mail geschäftlich, billing email, billing email address, billing: e-mail address, order email, buyer email,
  invoice email, shipping email, delivery email, paypal email, registration email, email (billing), email (shipping), login email,
  e-mail 2 - value, email 2, emailaddress2, email address 2, e-mail 2 address, secondary email, alternate email, other email`;

const ranked = (names: string[], from = 0): [string, number][] => names.map((name, index) => [name, from + index]);

/** The names of address columns with their rank: 0 for the main ones, higher for the others. */
export const ADDRESS_NAMES: ReadonlyMap<string, number> = new Map([
  ...ranked(plainNames(ADDRESS_TOO), 1),
  ...plainNames(ADDRESS).map((name): [string, number] => [name, 0]),
]);

/** By field, the names of its columns with their rank: lower is better. */
export const FIELD_NAMES: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(NAMES).map(([field, names]) => [field, new Map(ranked([...new Set(plainNames(names))]))]),
);

/** First-name columns that turn a column `Name` or `Nom` beside them into the last name. */
export const FIRST_NAMES_BESIDE_NAME = new Set(
  plainNames('vorname, rufname, prénom, voornaam, imię, förnamn, fornavn, jméno, křestní jméno, prenume'),
);
/** Columns with a part of the name if the other part has a column, and with the full name otherwise. */
export const PART_OF_NAME = new Set(plainNames('nom, name, naam, namn, navn, nume'));
