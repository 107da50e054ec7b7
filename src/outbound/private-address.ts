/** The problem of an address inside the operator's network, as the end of a sentence. */
export const PRIVATE_ADDRESS =
  'must be public. This installation does not send to private addresses, unless its setting OUTBOUND_ALLOW names the host.';
