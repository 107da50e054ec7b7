import { ValidationError } from '../../../errors.ts';

/** What keeps a file as a whole from being read: "The csv field is empty." */
export const csvProblem = (problem: string): ValidationError => new ValidationError([{ path: ['csv'], problem }]);
