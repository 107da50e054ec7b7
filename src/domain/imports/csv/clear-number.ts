/** Writes a number unambiguously: three digits after a point could be thousands, so it writes four. */
export const clearNumber = (value: number): string => String(value).replace(/^(-?[1-9]\d{0,2}\.\d{3})$/, '$10');
