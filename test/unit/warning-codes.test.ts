import { expect, test } from 'vitest';
import { WARNING_CODES, warningCodeOf } from '../../src/warning-codes.ts';

const SENTENCES: [string, string][] = [
  ['The variable name has no value.', 'no_value'],
  ['The variable event.cart has no value, because the trigger is not an event.', 'no_value'],
  ['The variable code has no value, so the address of a link or an image is empty.', 'dead_link'],
  ['The variable code has no value, so an address is incomplete: https://a.test/{{ code }}', 'dead_link'],
  ['The unsubscribe link leads nowhere, because the e-mail has several recipients.', 'dead_link'],
  ['Recipients cannot open these addresses in the template: "http://localhost". Use a public host.', 'dead_link'],
  ['Some links do not work for ada@example.com: "#".', 'dead_link'],
  ['The variable subscriber.firstname does not exist. Did you mean first_name?', 'unknown_variable'],
  ['The contact field palan does not exist. Did you mean plan?', 'unknown_variable'],
  ['{{ a | divided_by: 0.0 }} shows Infinity instead of a number.', 'unreadable_value'],
  ['{{ cart }} shows [object Object]: name one of its properties. This affects Ada.', 'unreadable_value'],
  ['price | money was given "abc", which is no number.', 'unreadable_value'],
  ['price | money has no currency, such as "EUR".', 'unreadable_value'],
  ['day | date has an unknown time zone: Mars.', 'unreadable_value'],
  ['2 images have no alternative text.', 'no_alternative_text'],
  ['The HTML is over 100 KB. Gmail shows only its beginning.', 'html_too_large'],
  ['The HTML is 120 KB. Gmail clips messages over 102 KB and hides the rest.', 'html_too_large'],
  ['An image refers to an attachment (cid:), but campaigns have no attachments. Use a web address.', 'dead_link'],
  ['Line 2, column 3 of the styles: The property colr does not exist. Did you mean color?', 'css'],
  ['In the content in de: The rule has no selector.', 'css'],
  ['The message has no unsubscribe link for Ada. Show {{ unsubscribe_url }} to everyone.', 'no_unsubscribe_link'],
  ['The team has no postal address, which every message to a list must show.', 'no_postal_address'],
  ['The sending domain a.test is not verified. Messages would be sent without a signature.', 'sending_domain'],
  ['The domain a.test is not a sending domain of the team.', 'sending_domain'],
  ['The campaign has no recipients.', 'no_recipients'],
  [`The time zone of 3 recipients is unknown (Mars/Base). The team's time zone is used instead.`, 'unknown_timezone'],
  ['The page links to the feed https://a.test/feed. The campaign uses the entries of this feed.', 'feed_found'],
  ['The feed has no new entries at the moment, so nothing would be sent.', 'feed_without_entries'],
  ['No event "order" has been recorded yet.', 'not_recorded'],
  ['No recent "order" event has the property total. Did you mean value?', 'not_recorded'],
  ['The tag "vip" does not exist. It is created when the automation is activated.', 'not_found'],
  ['The contact field "birthday" does not exist. People have no date until you create it.', 'not_found'],
  ['must be the id of a list.', 'not_found'],
  ['must be the name or id of a template.', 'not_found'],
  ['must not be blank.', 'setting'],
  ['Read as Windows-1252. If they look wrong, choose another encoding.', 'encoding'],
  ['The column "Note" is left out, because it matches no field.', 'column_ignored'],
  ['The column "A" is read as the e-mail address, because it is the only column with addresses.', 'column_guessed'],
  ['Row 3 has the column names. The rows above are left out.', 'rows_ignored'],
  ['The dates in the column "Day" could be dmy or mdy. Choose one in formats.', 'ambiguous_format'],
  ['The numbers in the column "Sum" are ambiguous: 1.234 could be 1234.', 'ambiguous_format'],
  ['The status "maybe" is unknown: 1 of 3 rows would fail.', 'unknown_status'],
  ['The list asks for confirmation: 2 of 3 rows would send an e-mail.', 'confirmations'],
  ['Addresses in 3 rows that bounced or complained, and would be suppressed on all lists: 1.', 'suppressions'],
  ['The file name suggests an export of people who never subscribed.', 'consent'],
  ['These links do not work: https://a.test/gone (404).', 'broken_link'],
  [
    'No link could be opened from this server, which may have no access to the internet. Open the links yourself.',
    'broken_link',
  ],
  ['These links are samples: https://example.com/shop. Replace them with your own.', 'sample'],
  ['A picture is a sample of the ready-made template. Choose your own.', 'sample'],
  ['2 pictures are samples of the ready-made template. Choose your own.', 'sample'],
  ['The template contains the sample text "Bakery". Replace it with your own.', 'sample'],
  ['The text "Buy" is hard to read on its background. Choose colours with more contrast.', 'low_contrast'],
  ['The text "Buy" is hard to read in dark mode, where mail clients show a dark background.', 'low_contrast'],
  ['The spam filter gave no score: timed out.', 'spam'],
  ['The spam filter gives the message 7 points, and 5 mean spam: RULE.', 'spam'],
  ['A sentence of another version.', 'unknown'],
];

test.each(SENTENCES)('the warning "%s" has the code %s', (sentence, code) =>
  expect(warningCodeOf(sentence)).toBe(code),
);

test('each code of warnings has a sentence', () => {
  const used = new Set(SENTENCES.map(([, code]) => code));
  expect([...WARNING_CODES.keys()].filter((code) => !used.has(code))).toEqual([]);
});
