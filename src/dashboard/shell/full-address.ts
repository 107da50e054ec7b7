/** Whether the typed text is a full address or empty: the API refuses partial addresses as filters. */
export const isFullOrEmpty = (address: string): boolean =>
  address === '' || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(address);

/** Whether the typed text is a full address, a domain or empty. */
export const isFullTargetOrEmpty = (target: string): boolean =>
  target === '' || /^([^\s@]+@|@)?[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(target);
