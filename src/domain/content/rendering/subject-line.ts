/** A line break in the subject would start another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A subject on one line. */
export const subjectLine = (subject: string): string => subject.replace(CONTROLS, ' ').trim();
