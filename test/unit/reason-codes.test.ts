import { describe, expect, test } from 'vitest';
import { EXIT_REASONS } from '../../src/domain/automations/runs/exit-reasons.ts';
import {
  CAMPAIGN_FAILURES,
  CAMPAIGN_PAUSES,
  IMPORT_FAILURES,
  MAIL_FAILURES,
  REQUEST_ERRORS,
  type ReasonCodes,
  STEP_REASONS,
  TRANSPORT_PROBLEMS,
} from '../../src/reason-codes.ts';

const SENTENCES: Record<string, [ReasonCodes, Record<string, string>]> = {
  'a failed e-mail': [
    MAIL_FAILURES,
    {
      'The e-mail was cancelled.': 'cancelled',
      'A recipient was erased before the e-mail was sent.': 'erased',
      'The remaining recipients are suppressed.': 'suppressed',
      'The recipient is suppressed.': 'suppressed',
      '550 5.1.1 No such user': 'refused',
      'ada@example.com: 552 5.2.2 Mailbox full': 'refused',
      '421 Try later. The message was sent twice without a confirmation and may have arrived.': 'refused',
      'The connection closed. The message was sent twice without a confirmation and may have arrived.': 'unconfirmed',
      'The address of the sender is not valid.': 'sender',
      'The template no longer exists.': 'template_deleted',
      'The address of a recipient is not valid.': 'recipient',
      'The name of a header is not valid.': 'content',
      'The subject is empty.': 'content',
      'The subscriber no longer waits for a confirmation.': 'not_waiting',
      'Something else.': 'other',
    },
  ],
  'a failed campaign': [
    CAMPAIGN_FAILURES,
    {
      'The template of the campaign no longer exists. Choose another one.': 'template_deleted',
      'The segment 1 no longer exists. Remove it from the campaign.': 'segment_deleted',
      'The campaign has no sender with a valid address.': 'sender',
      'The team has no postal address, which every message to a list must show.': 'postal_address',
      'The sending domain a.test is not verified.': 'sending_domain',
      'Recipients cannot open these addresses in the template: "".': 'links',
      'The message has no unsubscribe link for Ada.': 'unsubscribe_link',
      'subject is required, because the template has none.': 'subject',
      'template does not render for Ada: The template takes too long to render.': 'content',
      'The feed could not be read.': 'feed',
      'Something else.': 'other',
    },
  ],
  'an automatic pause': [
    CAMPAIGN_PAUSES,
    {
      '21 of 200 messages bounced hard, more than 10 percent.': 'hard_bounces',
      '3 of 200 messages brought complaints, more than 1 percent.': 'complaints',
      'Something else.': 'other',
    },
  ],
  'a failed request': [
    REQUEST_ERRORS,
    {
      'The page has no link to a feed. Enter the address of an RSS, Atom or JSON feed.': 'no_feed',
      'The server of the feed answered with status 500.': 'status',
      'The page links to the feed https://a.test. The server of the feed answered with status 500.': 'status',
      'The address is in a private network. This installation sends no requests there.': 'private_address',
      'The address must be http or https, without a user and password.': 'invalid_address',
      'There were more than 3 redirects.': 'redirects',
      'The server did not answer completely in time.': 'timeout',
      'The response is larger than 1000 bytes.': 'too_large',
      'The response uses an unsupported compression.': 'compression',
      'The server could not be reached.': 'unreachable',
      'The certificate has expired.': 'tls',
      'The webhook is disabled.': 'disabled',
      'Something else.': 'other',
    },
  ],
  'a test of a transport': [
    TRANSPORT_PROBLEMS,
    {
      'The password of the transport cannot be decrypted. Was APP_SECRET changed? Set the password again.':
        'unreadable_password',
      'The mail server refused the login with a new access token (535). Check that the user may send by SMTP.':
        'access_token',
      'The token URL must begin with https://.': 'access_token',
      'No access token could be renewed: The server could not be reached.': 'access_token',
      'The mail server refused the login: wrong user or password (535).': 'login',
      'The mail server does not offer TLS, which is required.': 'no_tls',
      'The mail server has a private address. This installation does not connect to private addresses.':
        'private_address',
      'The mail server could not be reached: the host is unknown (ENOTFOUND).': 'unknown_host',
      'The mail server could not be reached: the connection timed out (ETIMEDOUT).': 'timeout',
      'The mail server did not answer within 10 seconds.': 'timeout',
      'A secure connection to the mail server could not be established (EPROTO).': 'tls',
      'The mail server does not use implicit TLS at this port. The port may be for STARTTLS (EPROTO).': 'tls',
      'The mail server could not be reached: it refused the connection (ECONNREFUSED).': 'unreachable',
      '554 5.7.1 You are not welcome here': 'other',
    },
  ],
  'a failed import': [
    IMPORT_FAILURES,
    {
      'The list was deleted before the import finished.': 'list_deleted',
      'The import was not started within a day.': 'not_started',
      'The upload stopped before the file was complete.': 'upload_stopped',
      'The import could not continue because of a server error.': 'server_error',
      'file has no rows.': 'other',
    },
  ],
  'a step': [
    STEP_REASONS,
    {
      send_window: 'send_window',
      no_date: 'no_date',
      ...Object.fromEntries(EXIT_REASONS.map((reason) => [reason, reason])),
      'The person no longer exists.': 'erased',
      'The list of this step was deleted.': 'list_deleted',
      'The template "welcome" does not exist.': 'template_deleted',
      'There is no sender. Set one in the step, the list or the team settings.': 'no_sender',
      'The url is not a valid web address.': 'invalid_url',
      'The body is larger than 65,536 bytes.': 'body_too_large',
      "The step failed. See the server's log.": 'server_error',
      'The e-mail cannot be rendered. The template takes too long to render.': 'content',
      'plan must be a number.': 'invalid_value',
      'Something else.': 'other',
    },
  ],
};

describe.each(Object.entries(SENTENCES))('a reason of %s', (_, [codes, sentences]) => {
  test.each(Object.entries(sentences))('"%s" has the code %s', (sentence, code) => {
    expect(codes.codeOf(sentence)).toBe(code);
  });

  test('has codes for all our sentences, and null for none', () => {
    const used = new Set(Object.values(sentences));
    expect([...codes.meanings.keys()].filter((code) => !used.has(code))).toEqual([]);
    expect(codes.codeOf(null)).toBeNull();
  });
});
