/** Properties of rendered HTML that matter to mail clients. */
export interface HtmlLook {
  /** The size in UTF-8. */
  bytes: number;
  /** The size added by tracking, which replaces each link by one of ours. */
  trackingBytes: number;
  /** Images without alternative text. */
  withoutAlt: number;
  /** Pictures that refer to attachments. */
  attached: number;
}

export const NO_LOOK: HtmlLook = { bytes: 0, trackingBytes: 0, withoutAlt: 0, attached: 0 };

/** Gmail clips larger messages and shows a link to the whole. */
export const GMAIL_BYTES = 102_400;

/** The size of a tracked link: our address, the message's token, and the target in base64. */
const LINK_BYTES = 130;

const WITHOUT_ALT = /<img\b(?![^<>]*\salt[\s=/>])[^<>]*>/gi;
const ATTACHED = /\s(?:src|background)\s*=\s*(?:["']\s*)?cid:/gi;
const LINKS = /\shref\s*=\s*(?:["']\s*)?https?:[^\s"'>]*/gi;

/** Examines rendered HTML, before links are tracked. */
export function lookAt(html: string): HtmlLook {
  const links = html.match(LINKS) ?? [];
  return {
    bytes: Buffer.byteLength(html),
    trackingBytes: links.reduce((sum, link) => sum + LINK_BYTES + Math.ceil(link.length / 3), 0),
    withoutAlt: html.match(WITHOUT_ALT)?.length ?? 0,
    attached: html.match(ATTACHED)?.length ?? 0,
  };
}
