/** Codes of reasons, read from our own sentences as those of issues are (docs/adr/0195-warnings-and-reasons-have-codes.md). */
export interface ReasonCodes {
  /** What each code means. */
  meanings: ReadonlyMap<string, string>;
  /** The code of a reason; null without a reason. `other` for words of other servers and other versions. */
  codeOf(reason: string | null): string | null;
}

type Row = readonly [code: string, meaning: string, pattern?: RegExp];

/** Rows in the order in which their patterns are tried. */
function reasonCodes(rows: readonly Row[], other: string): ReasonCodes {
  return {
    meanings: new Map([...rows.map(([code, meaning]) => [code, meaning] as const), ['other', other]]),
    codeOf: (reason) =>
      reason === null ? null : (rows.find(([, , pattern]) => pattern?.test(reason))?.[0] ?? 'other'),
  };
}

/** Why a transactional e-mail failed. */
export const MAIL_FAILURES = reasonCodes(
  [
    ['cancelled', 'It was cancelled.', /^The e-mail was cancelled/],
    ['erased', 'A recipient was erased.', /^A recipient was erased|^The reason was erased/],
    ['suppressed', 'The recipients are suppressed.', /(recipient is|recipients are) suppressed/],
    ['refused', 'A mail server refused it, or the connection failed.', /(^|: )[245]\d\d[ -]|\bSMTPUTF8\b/],
    ['unconfirmed', 'It was sent twice without a confirmation, and may have arrived.', /sent twice without/],
    ['sender', 'The sender cannot be used.', /^The (address|name) of the sender/],
    ['template_deleted', 'The template no longer exists.', /^The template .*(no longer exists|was deleted)/],
    [
      'recipient',
      'The address of a recipient cannot be used.',
      /^The address of|^The name of the recipient|has no recipient/,
    ],
    [
      'content',
      'The content cannot be rendered or sent.',
      /^The (rendered |content |template |subject |text |html |HTML |header |name )/,
    ],
    ['not_waiting', 'The person no longer waits for this e-mail.', /no longer waits/],
  ],
  'Another reason.',
);

/** Why a campaign failed when it was due. */
export const CAMPAIGN_FAILURES = reasonCodes(
  [
    ['template_deleted', 'A template no longer exists.', /^The template of the campaign no longer exists/],
    ['segment_deleted', 'A segment no longer exists.', /^The segment .* no longer exists/],
    ['sender', 'There is no valid sender or address for replies.', /no sender with a valid address|^reply/i],
    ['postal_address', 'The team has no postal address.', /^The team has no postal address/],
    ['sending_domain', 'The sending domain is not verified.', /^The sending domain/],
    ['links', 'Recipients cannot open links.', /^Recipients cannot open|^Some links do not work/],
    ['unsubscribe_link', 'The content hides the unsubscribe link from somebody.', /no unsubscribe link/],
    ['subject', 'The subject is missing or empty.', /^subject (is|does)|variants\.\d+\.subject/i],
    ['content', 'The content does not render.', /does not render/],
    ['feed', 'The feed cannot be read.', /\bfeed\b/],
  ],
  'Another reason.',
);

/** Why a campaign was paused automatically. */
export const CAMPAIGN_PAUSES = reasonCodes(
  [
    ['hard_bounces', 'Too many messages bounced hard.', /bounced hard/],
    ['complaints', 'Too many messages brought complaints.', /brought complaints/],
  ],
  'Another reason.',
);

/** Why a request to another server failed: of webhooks and feeds. */
export const REQUEST_ERRORS = reasonCodes(
  [
    ['no_feed', 'The response is no feed, and links to none.', /no link to a feed|not a readable feed/],
    ['status', 'The response has an error status.', /answered with status/],
    ['private_address', 'The address is not on the public internet.', /private network/],
    ['invalid_address', 'The address is not a usable web address.', /must be http or https/],
    ['redirects', 'There were too many redirects.', /redirects\.$/],
    ['timeout', 'The server did not answer in time.', /in time\.$/],
    ['too_large', 'The response is too large.', /(is larger than|are too large)/],
    ['compression', 'The response could not be decompressed.', /compress/],
    ['unreachable', 'The server could not be reached.', /could not be reached/],
    ['tls', 'The certificate or the encryption is invalid.', /certificate|TLS|SSL/],
    ['disabled', 'The webhook is disabled or deleted.', /^The webhook is disabled/],
  ],
  'Another reason.',
);

/** Why a test of a mail server failed. */
export const TRANSPORT_PROBLEMS = reasonCodes(
  [
    ['unreadable_password', 'The stored password cannot be decrypted.', /^The password of the transport cannot/],
    [
      'access_token',
      'There is no access token, or the server refused it.',
      /access token|^The token URL (must|refused|returned)/,
    ],
    ['login', 'The server refused the login.', /^The mail server refused the login/],
    ['no_tls', 'The server does not offer TLS.', /^The mail server does not offer TLS/],
    ['private_address', 'The address is not on the public internet.', /^The mail server has a private address/],
    ['unknown_host', 'The host is unknown.', /: the host (is unknown|could not be looked up)/],
    ['timeout', 'The server did not answer in time.', /^The mail server did not answer|timed out/],
    [
      'tls',
      'The certificate or the encryption is invalid.',
      /^A secure connection|does not use implicit TLS|certificate/,
    ],
    ['unreachable', 'The server could not be reached.', /^The mail server could not be reached/],
  ],
  "Another reason, often in the server's words.",
);

/** Why an import failed as a whole. */
export const IMPORT_FAILURES = reasonCodes(
  [
    ['list_deleted', 'The list was deleted.', /^The list was deleted/],
    ['not_started', 'The import was not started within a day.', /was not started/],
    ['upload_stopped', 'The upload stopped before the file was complete.', /^The upload stopped/],
    ['server_error', 'The server failed.', /server error/],
  ],
  'The file is invalid: read the words.',
);

/** Why a step of an automation was skipped or failed, or waited. */
export const STEP_REASONS = reasonCodes(
  [
    ['send_window', 'It waited for the sending hours.', /^send_window$/],
    ['no_date', 'The person has no date in the field.', /^no_date$/],
    ['not_subscribed', 'The person is not subscribed.', /^not_subscribed$/],
    ['unsubscribed', 'The person unsubscribed.', /^unsubscribed$/],
    ['bounced', 'The address bounced.', /^bounced$/],
    ['complained', 'The person marked an e-mail as spam.', /^complained$/],
    ['suppressed', 'The address is suppressed.', /^suppressed$|\bsuppressed\b/],
    ['goal', 'The person reached a goal.', /^goal$/],
    ['exit', 'An exit rule or step ended the run.', /^exit$/],
    ['removed', "The person's subscription was deleted.", /^removed$/],
    ['erased', 'The person was erased.', /^erased$|^The person (was erased|no longer exists)/],
    ['restarted', 'A newer event started a new run.', /^restarted$/],
    ['archived', 'The automation was archived.', /^archived$/],
    ['list_deleted', 'The list of the step was deleted.', /^The list of this step was deleted/],
    ['template_deleted', 'The template of the step does not exist.', /^The template ".*" does not exist/],
    ['no_sender', 'There is no sender.', /^There is no sender/],
    ['invalid_url', 'The address of the webhook is invalid.', /^The url is not/],
    ['body_too_large', 'The body of the webhook is too large.', /^The body is larger/],
    ['server_error', 'The server failed.', /^The step failed/],
    [
      'content',
      'The content cannot be rendered.',
      /^The (e-mail cannot be|template|subject|preheader|text|html|rendered)|Liquid/,
    ],
    ['invalid_value', 'The contact field refuses the value.', /^\w+ (must|is|has|cannot) /],
  ],
  'Another reason.',
);
