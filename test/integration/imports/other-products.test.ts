import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber } from '../../support/audience.ts';
import { importCsv, sendCsv, statusesOn } from '../../support/csv.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());

/** The terms of an import that might subscribe people who declined. */
const TERMS: Record<string, string>[] = [{}, { import_unsubscribed: 'true', resubscribe: 'true', confirmed: 'true' }];

/**
 * Imports a file with all combinations of options. Addresses of people who agreed begin with yes; no
 * option may subscribe other people.
 */
async function expectOnlyYes(file: string) {
  await api.db.suppression.deleteMany();
  for (const query of TERMS) {
    const list = await makeList(api);
    const { body } = await sendCsv(api, list, file, { query, path: '/imports/preview' });
    const done = await importCsv(api, list, file, { query });
    const statuses = await statusesOn(api, list);
    const subscribed = Object.keys(statuses).filter((email) =>
      ['subscribed', 'unconfirmed'].includes(statuses[email]!),
    );
    const agreed = [...new Set(file.match(/yes[-\w]*@x\.test/g))].toSorted();
    expect(subscribed).toEqual(agreed);
    expect(body.data.problems).toEqual([]);
    expect(body.data.sample).toMatchObject({
      ...{ subscribed: agreed.length, unsubscribed: Object.keys(statuses).length - agreed.length },
      ...{ skipped: done.skipped, failed: done.failed },
    });
    expect(done.skipped).toBe(done.failed);
  }
}

test.each(['shopify', 'ghost', 'hubspot', 'klaviyo', 'substack', 'mautic'])(
  'a file as %s writes it subscribes nobody who declined, with any options',
  async (product) => {
    await expectOnlyYes(await readFile(new URL(`../../fixtures/exports/${product}.csv`, import.meta.url), 'utf8'));
  },
);

const rows = (header: string, ...lines: string[]) => [header, ...lines, ''].join('\n');

test.each<[string, string]>([
  [
    'Squarespace',
    rows(
      'Email,First Name,Last Name,Accepts Marketing,Subscriber Since,Subscriber Source,Order Count',
      'yes@x.test,A,B,true,2020-01-02,Checkout,1',
      'no@x.test,A,B,false,,,0',
      'none@x.test,A,B,,,,0',
    ),
  ],
  [
    'Buttondown',
    rows(
      'email,notes,metadata,tags,type,source,creation_date',
      'yes1@x.test,,{},,regular,api,2023-01-01',
      'yes2@x.test,,{},,premium,api,2023-01-01',
      'no@x.test,,{},,unsubscribed,api,2023-01-01',
      'wait@x.test,,{},,unactivated,api,2023-01-01',
      'gone@x.test,,{},,removed,api,2023-01-01',
    ),
  ],
  [
    'Customer.io',
    rows(
      'id,email,created_at,unsubscribed,cio_subscription_preferences',
      'a,yes1@x.test,1600000000,false,',
      'b,no@x.test,1600000000,true,',
      'c,yes2@x.test,1600000000,,',
    )
      .replace(',cio_subscription_preferences', '')
      .replaceAll(/,$/gm, ''),
  ],
  [
    'Mailjet',
    rows(
      'email;name;IsExcludedFromCampaigns;IsOptInPending;IsSpamComplaining;unsubscribed',
      'yes@x.test;A;false;false;false;false',
      'no@x.test;A;true;false;false;false',
      'wait@x.test;A;false;true;false;false',
      'spam@x.test;A;false;false;true;false',
      'left@x.test;A;false;false;false;true',
    ),
  ],
  [
    'Omnisend',
    rows(
      'Email,First name,Email status,Email opt-in date,SMS status',
      'yes@x.test,A,subscribed,2020-01-02 10:00,nonSubscribed',
      'no@x.test,A,unsubscribed,,subscribed',
      'never@x.test,A,nonSubscribed,,subscribed',
    ),
  ],
  [
    'Constant Contact',
    rows(
      'Email address,First name,Email status,Email permission status,Email update source,Confirmed Opt-Out Date,Confirmed Opt-Out Source,Confirmed Opt-Out Reason',
      'yes@x.test,A,Active,Explicit,Import,,,',
      'no@x.test,A,Unsubscribed,Explicit,,2020-01-02,Contact,too many',
      'wait@x.test,A,Active,Awaiting confirmation,,,,',
      'held@x.test,A,Active,Temporary hold,,,,',
    ),
  ],
  [
    'MailPoet',
    rows(
      'Email,First name,Last name,List,Global Status',
      'yes@x.test,A,B,News,Subscribed',
      'no@x.test,A,B,News,Unsubscribed',
      'wait@x.test,A,B,News,Unconfirmed',
      'b@x.test,A,B,News,Bounced',
      'i@x.test,A,B,News,Inactive',
    ).replace('wait@x.test,A,B,News,Unconfirmed\n', 'wait@x.test,A,B,News,Unconfirmed\n'),
  ],
  ['BillionMail', rows('email,subscription_status', 'yes@x.test,1', 'no@x.test,0', 'gone@x.test,-1')],
  [
    'MailerLite, old',
    rows(
      'Subscriber,Status,Subscribed,Opened,Clicked,Name',
      'yes@x.test,Active,2020-01-02 10:00:00,1,0,Ada',
      'no@x.test,Unsubscribed,2020-01-02 10:00:00,1,0,Bob',
      'j@x.test,Junk,2020-01-02 10:00:00,1,0,Bob',
    ),
  ],
  [
    'WooCommerce with Mailchimp',
    rows('Email,First name,mailchimp_woocommerce_is_subscribed', 'yes@x.test,A,1', 'no@x.test,B,0', 'none@x.test,C,'),
  ],
  [
    'BigCommerce',
    rows(
      '"Customer ID","First Name","Last Name","Email","Receive Review/Marketing Emails?"',
      '1,A,B,yes@x.test,Yes',
      '2,A,B,no@x.test,No',
      '3,A,B,none@x.test,',
    ),
  ],
  [
    'Wix',
    rows(
      'First Name,Last Name,Email 1,Email subscriber status,SMS subscriber status',
      'A,B,yes@x.test,Subscribed,Never subscribed',
      'A,B,no@x.test,Unsubscribed,',
      'A,B,never@x.test,Never subscribed,Subscribed',
    ),
  ],
  [
    'Drip',
    rows(
      'email,status,unsubscribed_at',
      'yes@x.test,active,',
      'no@x.test,unsubscribed,2020-01-02T10:00:00Z',
      'gone@x.test,removed,',
    ),
  ],
  [
    'AWeber',
    rows(
      'Email,Name,Stop Time,Stop Status',
      'yes@x.test,Ada,,',
      'no@x.test,Bob,2020-01-02 10:00:00,unsubscribed',
      'b@x.test,Cat,2020-01-02 10:00:00,undeliverable',
    ),
  ],
  [
    'iContact',
    rows(
      'email,fname,lname,status',
      'yes@x.test,A,B,normal',
      'no@x.test,A,B,donotcontact',
      'b@x.test,A,B,bounced',
      'i@x.test,A,B,invitable',
    ),
  ],
  [
    'Sendy',
    rows(
      'Name,Email,Status',
      'Ada,yes@x.test,Active',
      'Bob,no@x.test,Unsubscribed',
      'Cat,spam@x.test,Marked as spam',
      'Dan,b@x.test,Bounced',
    ),
  ],
  [
    'phpList',
    rows(
      'email,confirmed,blacklisted,optedin,bouncecount,entered,modified,uniqid,htmlemail,subscribepage,disabled',
      'yes@x.test,1,0,0,0,2020-01-02 10:00:00,2020-01-02 10:00:00,a,1,0,0',
      'wait@x.test,0,0,0,0,2020-01-02 10:00:00,2020-01-02 10:00:00,b,1,0,0',
      'no@x.test,1,1,0,0,2020-01-02 10:00:00,2020-01-02 10:00:00,c,1,0,0',
      'off@x.test,1,0,0,0,2020-01-02 10:00:00,2020-01-02 10:00:00,d,1,0,1',
    ),
  ],
  [
    'Brevo in French',
    rows('EMAIL;PRENOM;NOM;EMAIL_BLACKLISTED', 'yes@x.test;Zoé;Dupont;No', 'no@x.test;Léo;Petit;Yes'),
  ],
  ['EmailOctopus', rows('Email address,First name,Status', 'yes@x.test,A,SUBSCRIBED', 'no@x.test,A,UNSUBSCRIBED')],
  [
    'beehiiv',
    rows(
      'email,status,created_at',
      'yes@x.test,active,2020-01-02',
      'no@x.test,inactive,2020-01-02',
      'v@x.test,validating,2020-01-02',
    ),
  ],
  ['Flodesk', rows('Email,First name,Status', 'yes@x.test,A,active', 'no@x.test,A,unsubscribed', 'c@x.test,A,cleaned')],
  [
    'Keila',
    rows('Email,First name,Status', 'yes@x.test,A,active', 'no@x.test,A,unsubscribed', 'b@x.test,A,unreachable'),
  ],
  [
    'Salesforce',
    rows(
      '"First Name","Last Name","Email","Email Opt Out","Email Bounced Date"',
      '"A","B","yes@x.test","0",""',
      '"A","B","no@x.test","1",""',
      '"A","B","b@x.test","0","2020-01-02"',
    ),
  ],
  [
    'Salesforce, by its API',
    rows(
      'Id,Email,HasOptedOutOfEmail,IsEmailBounced',
      '003,yes@x.test,false,false',
      '004,no@x.test,true,false',
      '005,b@x.test,false,true',
    ),
  ],
  ['Zoho CRM', rows('Contact Id,First Name,Email,Email Opt Out', 'z1,A,yes@x.test,false', 'z2,A,no@x.test,true')],
  [
    'Dynamics',
    rows(
      'Full Name,Email,Do not allow Bulk Emails,Do not allow Emails,Do not allow Phone Calls',
      'A B,yes@x.test,Allow,Allow,Do Not Allow',
      'A B,no@x.test,Do Not Allow,Allow,Allow',
      'A B,not@x.test,Allow,Do Not Allow,Allow',
    ),
  ],
  [
    'PrestaShop',
    rows('id_customer;firstname;lastname;email;newsletter;optin', '1;A;B;yes@x.test;1;0', '2;A;B;no@x.test;0;1'),
  ],
  [
    'Magento',
    rows(
      'ID,Email,Type,Customer First Name,Customer Last Name,Status',
      '1,yes@x.test,Guest,A,B,Subscribed',
      '2,no@x.test,Customer,A,B,Unsubscribed',
      '3,not@x.test,Customer,A,B,Not Activated',
    ),
  ],
  [
    'a German shop',
    rows(
      'Vorname;Name;E-Mail-Adresse;Newsletter abonniert',
      'Änne;Groß;yes@x.test;ja',
      'Bob;Groß;no@x.test;nein',
      'Cat;Groß;none@x.test;',
    ),
  ],
  [
    'a Polish shop',
    rows('Imię;Nazwisko;Adres e-mail;Zgoda marketingowa', 'Łucja;Żak;yes@x.test;tak', 'Jan;Żak;no@x.test;nie'),
  ],
  [
    'a Japanese shop',
    rows(
      '姓,名,メールアドレス,メルマガ購読',
      '山田,太郎,yes@x.test,はい',
      '鈴木,一,no@x.test,いいえ',
      '佐藤,愛,none@x.test,',
    ),
  ],
  [
    'a Spanish shop',
    rows('Nombre;Apellidos;Correo electrónico;Acepta marketing', 'Ana;Núñez;yes@x.test;sí', 'Luis;Núñez;no@x.test;no'),
  ],
  [
    'a shop with times of consent',
    rows(
      'Email,Consent Date,Opt-out Date,Newsletter',
      'yes@x.test,2020-01-02,,2020-01-02',
      'left@x.test,2020-01-02,2021-01-02,2020-01-02',
    )
      .replace(',Newsletter', '')
      .replaceAll(',2020-01-02\n', '\n'),
  ],
  [
    'a shop whose opt-in came before the opt-out',
    rows('Email,Newsletter,Unsubscribed at', 'yes@x.test,yes,', 'left@x.test,yes,2021-01-02'),
  ],
  [
    'columns that disagree',
    rows(
      'Email,Status,Accepts Marketing,Do not email',
      'yes@x.test,subscribed,yes,no',
      'a@x.test,subscribed,no,no',
      'b@x.test,subscribed,yes,yes',
      'c@x.test,unsubscribed,yes,no',
      'd@x.test,subscribed,,no',
    ),
  ],
  [
    'an unknown column with words of a status',
    rows('Email,Mailing state / status', 'yes@x.test,Subscribed', 'no@x.test,Unsubscribed'),
  ],
  [
    'times of consent',
    rows('Email,Newsletter', 'yes@x.test,2020-01-02 10:00', 'none@x.test,', 'zero@x.test,0000-00-00 00:00:00'),
  ],
  [
    'dates of consent',
    rows(
      'Email,Consent Date,Opt-out Date',
      'yes@x.test,2020-01-02,',
      'none@x.test,,',
      'left@x.test,2020-01-02,2021-01-02',
    ),
  ],
  [
    'CleverReach',
    rows(
      'E-Mail;Quelle;Registriert;Aktiviert;Deaktiviert',
      'yes@x.test;Shop;2020-01-02 10:00:00;2020-01-02 10:05:00;',
      'wait@x.test;Shop;2020-01-02 10:00:00;;',
      'left@x.test;Shop;2020-01-02 10:00:00;2020-01-02 10:05:00;2021-01-02 10:00:00',
    ),
  ],
  [
    'CleverReach in English',
    rows(
      'email;source;registered;activated;deactivated;bounced',
      'yes@x.test;Shop;2020-01-02 10:00:00;2020-01-02 10:05:00;;',
      'wait@x.test;Shop;2020-01-02 10:00:00;;;',
      'left@x.test;Shop;2020-01-02 10:00:00;2020-01-02 10:05:00;2021-01-02 10:00:00;',
      'b@x.test;Shop;2020-01-02 10:00:00;2020-01-02 10:05:00;;2021-01-02 10:00:00',
    ),
  ],
  [
    'AcyMailing',
    rows(
      'name,email,active,confirmed,creation_date',
      'Ada,yes@x.test,1,1,2020-01-02',
      'Bob,left@x.test,0,1,2020-01-02',
      'Cat,wait@x.test,1,0,2020-01-02',
    ),
  ],
  [
    'words of other languages',
    rows(
      'Email,Status',
      'yes@x.test,active',
      ...'baja|dado de baja|rebote|removido|inativo|inactivo|odhlášen|leiratkozott|退订|수신거부|dezabonat|afmeldt|avregistrerad|avmeldt|gesperrt|bloqueado|rimbalzato|inaktiv|deaktiviert|désabonné(e)|bloqué|inactif|NPAI|uitgeschreven|inactief|geblokkeerd|wypisany|nieaktywny|zablokowany|odbity|отписан|un-subscribed|unsubscribed (manually)'
        .split('|')
        .map((word, row) => `no${row}@x.test,${word}`),
    ),
  ],
  [
    'Teachable, Intercom and ActiveCampaign',
    rows(
      'Email,unsubscribe_from_marketing_emails,Marked email as spam,Has hard bounced,Bounced Hard,Bounced Soft',
      'yes@x.test,false,false,false,0,0',
      'no@x.test,true,false,false,0,0',
      'spam@x.test,false,true,false,0,0',
      'b@x.test,false,false,true,0,0',
    ),
  ],
  ['Brevo in German', rows('EMAIL;Auf Blockliste', 'yes@x.test;Nein', 'no@x.test;Ja')],
  ['Gumroad', rows('Email,Can Contact?', 'yes@x.test,true', 'no@x.test,false')],
  ['CiviCRM', rows('Email,No Bulk Emails (User Opt Out)', 'yes@x.test,No', 'no@x.test,Yes')],
  [
    'phpList, as its screen exports it',
    rows(
      'email,Is this subscriber confirmed,Is this subscriber blacklisted',
      'yes@x.test,1,0',
      'wait@x.test,0,0',
      'no@x.test,1,1',
    ),
  ],
  ['a short row', rows('Email,Accepts Marketing', 'yes@x.test,yes', 'short@x.test')],
])('%s: a file subscribes nobody who declined, with any options', (_, file) => expectOnlyYes(file));

test('names, tags and times from other products are imported', async () => {
  const list = await makeList(api);
  const read = (name: string) => readFile(new URL(`../../fixtures/exports/${name}.csv`, import.meta.url), 'utf8');
  await importCsv(api, list, await read('ghost'));
  expect(await readSubscriber(api, list, 'yes-ada@x.test')).toMatchObject({
    ...{ first_name: 'Ada', last_name: 'Yes', tags: ['import', 'vip'] },
  });
  await importCsv(api, list, 'Vorname;Name;E-Mail-Adresse;Sprache\nÄnne;Groß;de@x.test;de\n');
  await importCsv(api, list, '姓,名,メールアドレス\n山田,太郎,ja@x.test\n');
  await importCsv(api, list, 'Imię;Nazwisko;Adres e-mail\nŁucja;Żak;pl@x.test\n');
  await importCsv(api, list, 'EMAIL;PRENOM;NOM\nfr@x.test;Zoé;Dupont\n');
  await importCsv(api, list, 'Nombre,Apellidos,Correo electrónico\nAna,Núñez,es@x.test\n');
  await importCsv(api, list, 'Nome,Cognome,Indirizzo e-mail\nLucia,Bò,it@x.test\n');
  await importCsv(api, list, 'Voornaam,Achternaam,E-mailadres\nJan,de Wit,nl@x.test\n');
  await importCsv(
    api,
    list,
    'First Name,Last Name,E-mail 1 - Value,E-mail 2 - Value\nG,Oogle,go@x.test,second@x.test\n',
  );
  const rows = await api.db.subscriber.findMany({ where: { listId: list } });
  const named = Object.fromEntries(rows.map(({ email, firstName, lastName }) => [email, `${firstName} ${lastName}`]));
  expect(named).toMatchObject({
    ...{ 'de@x.test': 'Änne Groß', 'ja@x.test': '太郎 山田', 'pl@x.test': 'Łucja Żak', 'fr@x.test': 'Zoé Dupont' },
    ...{ 'es@x.test': 'Ana Núñez', 'it@x.test': 'Lucia Bò', 'nl@x.test': 'Jan de Wit', 'go@x.test': 'G Oogle' },
  });
  expect(named['second@x.test']).toBeUndefined();
});

test.each(['Email Status', 'Email Subscriber Status', 'Subscription status', 'Statut', 'Subscriber state'])(
  'an empty cell of the foreign column %s subscribes nobody, with any options',
  async (column) => {
    await expectOnlyYes(rows(`email,${column}`, 'yes@x.test,Subscribed', 'no@x.test,Unsubscribed', 'blank@x.test,'));
  },
);

test('an empty cell of a foreign column mapped to status does not subscribe', async () => {
  const list = await makeList(api);
  const file = rows('email,Membership', 'yes@x.test,active', 'blank@x.test,');
  await importCsv(api, list, file, { query: { mapping: JSON.stringify({ Membership: 'status' }) } });
  expect(await statusesOn(api, list)).toEqual({ 'yes@x.test': 'subscribed' });
});

test('an empty cell of our own status column is ignored', async () => {
  const list = await makeList(api);
  await importCsv(api, list, rows('email,status', 'ann@x.test,', 'bob@x.test,subscribed'));
  expect(await statusesOn(api, list)).toEqual({ 'ann@x.test': 'subscribed', 'bob@x.test': 'subscribed' });
});

test('an inactive person keeps the unsubscribe time, and a resubscribed person stays subscribed', async () => {
  const file = rows(
    'Email,Status,Unsubscribed at',
    'left@x.test,inactive,2020-01-02T00:00:00Z',
    'never@x.test,inactive,',
    'back@x.test,active,2020-01-02T00:00:00Z',
  );
  const list = await makeList(api);
  await importCsv(api, list, file, { query: { import_unsubscribed: 'true' } });
  expect(await statusesOn(api, list)).toEqual({ 'back@x.test': 'subscribed', 'left@x.test': 'unsubscribed' });
});
