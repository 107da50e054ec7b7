import { ValidationError } from '../../../errors.ts';

/** A problem with the file as a whole: "The CSV file is empty." */
export const fileProblem = (problem: string): ValidationError =>
  new ValidationError([{ path: ['csv'], problem: `The CSV file ${problem}` }]);
