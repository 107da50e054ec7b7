/** A number so that it means the same in any file: three digits behind a full stop might be thousands, four are not. */
export const clearNumber = (value: number): string => String(value).replace(/^(-?[1-9]\d{0,2}\.\d{3})$/, '$10');
