/** Whether somebody has typed all of an address, or nothing: the API refuses half an address as a filter. */
export const isWholeOrNone = (address: string): boolean =>
  address === '' || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(address);

/** The same of an address or a domain. */
export const isWholeTargetOrNone = (target: string): boolean =>
  target === '' || /^([^\s@]+@|@)?[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(target);
