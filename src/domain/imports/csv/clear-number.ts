/** A number written unambiguously: three digits after a full stop could be thousands, four cannot. */
export const clearNumber = (value: number): string => String(value).replace(/^(-?[1-9]\d{0,2}\.\d{3})$/, '$10');
